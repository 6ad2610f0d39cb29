import { describe, expect, test } from 'vitest';
import { asFault } from '../../src/client/faults.ts';

const faultAt = (url: string, code: string) =>
  asFault(Object.assign(new Error('x'), { code }), `GET ${url}`, new URL(url));

describe('a server that does not speak TLS', () => {
  test.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'])(
    'on this machine (%s) may speak plain http',
    (code) => {
      for (const host of ['127.0.0.1:4000', 'localhost:4000', '[::1]:4000']) {
        expect(faultAt(`https://${host}/api/v2`, code).hint).toBe(`If it speaks plain http: http://${host}`);
      }
    },
  );

  test('elsewhere is offered no plain http, nor is a certificate that is wrong', () => {
    expect(faultAt('https://svc.test/api/v2', 'ERR_SSL_WRONG_VERSION_NUMBER').hint).toBeUndefined();
    expect(faultAt('https://127.0.0.1:4000', 'ERR_TLS_CERT_ALTNAME_INVALID').hint).toBeUndefined();
  });
});
