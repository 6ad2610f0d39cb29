import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { foreignRequest } from '../../../base/http-server/foreign-requests.ts';

export type Access = ReturnType<typeof createAccess>;

/** Controls access. Keys of archives are valid while the server runs; without tokens, `hosts` are its names besides its address. */
export function createAccess(tokens: readonly string[], hosts: readonly string[]) {
  const secret = randomBytes(32);
  // Digests have equal length, so that comparing takes constant time.
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest();
  const digests = tokens.map((token) => digest(`token ${token}`));
  const keyOf = (path: string) => digest(`archive ${path}`).toString('base64url');
  return {
    /** Returns the status and the reason of a rejection: a missing token, or another site where no token is required. */
    rejection(request: IncomingMessage, isOpen: boolean): [status: number, why: string] | undefined {
      if (digests.length === 0) {
        const foreign = foreignRequest(request, hosts);
        const name = 'Host is not allowed; add it with --public-url';
        return foreign && [403, foreign === 'host' ? name : 'requests from another site are not allowed'];
      }
      const [, token = ''] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? [];
      const sent = digest(`token ${token}`);
      const isKnown = digests.map((each) => timingSafeEqual(each, sent)).includes(true);
      return isOpen || isKnown ? undefined : [401, 'a token is required'];
    },
    /** Returns the key that grants access to an archive without a token, for the stock tool; undefined without tokens. */
    keyOf: (path: string) => (digests.length === 0 ? undefined : keyOf(path)),
    opens: (path: string, key: string | null) => key !== null && timingSafeEqual(digest(key), digest(keyOf(path))),
  };
}
