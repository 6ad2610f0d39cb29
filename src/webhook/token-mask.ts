import { isSecretField, mask, maskUrls } from '../secrets.ts';
import type { HeaderPair, Token } from './delivery.ts';

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

  function hide(text: string): string {
    let shown = text;
    for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, mask);
    return shown;
  }

  const secretNames = new Map<string, boolean>();

  function isSecretName(name: string): boolean {
    const known = secretNames.get(name);
    if (known !== undefined) return known;
    if (secretNames.size >= maxNames) secretNames.clear();
    secretNames.set(name, isSecretField(name));
    return isSecretField(name);
  }

  return {
    headers: (original) => original.map(([name, value]) => [name, isSecretName(name) ? mask : hide(maskUrls(value))]),
    path: (path) => hide(maskUrls(path)),
  };
}
