import { randomBytes } from 'node:crypto';
import { type TokenKind, tokenKinds } from './rows/people.ts';

export type Tokens = Readonly<Record<TokenKind, string>>;

/** Tokens that everyone knows, for scripts that cannot read generated ones. */
export const fixedTokens = tokensBy((kind) => `sandbox-${kind}-token`);

export function generateTokens(): Tokens {
  return tokensBy((kind) => `sandbox-${kind}-${randomBytes(24).toString('base64url')}`);
}

/** Returns a token of each kind, written by `write`. */
export function tokensBy(write: (kind: TokenKind) => string): Tokens {
  return Object.fromEntries(tokenKinds.map((kind) => [kind, write(kind)])) as Record<TokenKind, string>;
}
