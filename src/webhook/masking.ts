import { isSecretField, mask, maskUrls } from '../secrets.ts';
import type { HeaderPair, Token } from './delivery.ts';
import { rememberPlaces } from './header-lines.ts';

/** Shows requests without what is secret in them: by field name, and our own tokens wherever they turn up. */
export interface Masking {
  headers(original: readonly HeaderPair[]): HeaderPair[];
  path(path: string): string;
}

/** Names seen so far; senders choose them, so not too many. */
const maxNames = 1000;

/** A masking for these tokens. The body is never masked: it is the bytes that were signed. */
export function createMasking(tokens: readonly Token[]): Masking {
  const secrets = tokens.map(({ value }) => value).filter((value) => value.length >= 4);
  const values = [...new Set(secrets.flatMap((value) => [value, encodeURIComponent(value)]))];
  const secretNames = new Map<string, boolean>();

  function isSecretName(name: string): boolean {
    let secret = secretNames.get(name);
    if (secret === undefined) {
      if (secretNames.size >= maxNames) secretNames.clear();
      secret = isSecretField(name);
      secretNames.set(name, secret);
    }
    return secret;
  }

  function hide(text: string): string {
    let shown = text;
    for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, mask);
    return shown;
  }

  function shownOf(pair: HeaderPair): HeaderPair {
    const [name, value] = pair;
    if (isSecretName(name)) return [name, mask];
    const shown = hide(value.includes('//') || value.includes('?') ? maskUrls(value) : value);
    return shown === value ? pair : [name, shown];
  }

  return {
    headers: rememberPlaces(shownOf),
    path: (path) => hide(path.includes('?') || path.includes('@') ? maskUrls(path) : path),
  };
}
