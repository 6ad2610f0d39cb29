import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Access control for readers. */
export type Access = ReturnType<typeof createAccess>;

/** The keys of archives are valid as long as the server runs. */
export function createAccess(tokens: readonly string[]) {
  const secret = randomBytes(32);
  // Digests have equal length, so that comparing takes constant time.
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest();
  const known = tokens.map((token) => digest(`token ${token}`));
  const keyOf = (path: string) => digest(`archive ${path}`).toString('base64url');
  return {
    /** Whether a request carries a valid token; true if none is configured. */
    allows(authorization = ''): boolean {
      if (known.length === 0) return true;
      const [, token = ''] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
      const sent = digest(`token ${token}`);
      return known.map((each) => timingSafeEqual(each, sent)).includes(true);
    },
    /** The key that grants access to one archive without a token, for the stock tool; undefined if no token is configured. */
    keyOf: (path: string) => (known.length === 0 ? undefined : keyOf(path)),
    opens: (path: string, key: string | null) => key !== null && timingSafeEqual(digest(key), digest(keyOf(path))),
  };
}
