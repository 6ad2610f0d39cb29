import { randomBytes } from 'node:crypto';
import { type TokenKind, tokenKinds } from './rows/people.ts';

/** A bearer token for each kind of caller. */
export type Tokens = Readonly<Record<TokenKind, string>>;

/** Known to every program on the machine: for scripts that cannot read the tokens of a start. */
export const fixedTokens = tokensBy((kind) => `sandbox-${kind}-token`);

/** Tokens of one start, which nobody can guess. */
export function generateTokens(): Tokens {
  return tokensBy((kind) => `sandbox-${kind}-${randomBytes(24).toString('base64url')}`);
}

/** A token for each kind, as `write` makes it. */
export function tokensBy(write: (kind: TokenKind) => string): Tokens {
  return Object.fromEntries(tokenKinds.map((kind) => [kind, write(kind)])) as Record<TokenKind, string>;
}
