import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may read. */
export interface Access {
  /** Whether a request carries one of the tokens; everybody does where there are none. */
  allows(authorization: string | undefined): boolean;
  /** What opens one archive to those who fetch it without a token, as the stock tool does; undefined where nobody needs it. */
  keyOf(path: string): string | undefined;
  opens(path: string, key: string | null): boolean;
}

/** The keys of archives are good for as long as the server runs. */
export function createAccess(tokens: readonly string[]): Access {
  const secret = randomBytes(32);
  // Of equal length whatever was sent, so that comparing takes equally long.
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest();
  const known = tokens.map((token) => digest(`token ${token}`));
  const keyOf = (path: string) => digest(`archive ${path}`).toString('base64url');
  return {
    allows(authorization = '') {
      if (known.length === 0) return true;
      const [, token = ''] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
      const sent = digest(`token ${token}`);
      return known.map((each) => timingSafeEqual(each, sent)).includes(true);
    },
    keyOf: (path) => (known.length === 0 ? undefined : keyOf(path)),
    opens: (path, key) => key !== null && timingSafeEqual(digest(key), digest(keyOf(path))),
  };
}
