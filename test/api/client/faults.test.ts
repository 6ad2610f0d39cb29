import { describe, expect, test } from 'vitest';
import { asFault } from '../../../src/api/client/faults.ts';

const faultAt = (url: string, code: string) =>
  asFault(Object.assign(new Error('x'), { code }), `GET ${url}`, new URL(url));

describe('a server that does not speak TLS', () => {
  test.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'])(
    'the error for a server on this machine that does not speak TLS (%s) suggests plain http',
    (code) => {
      for (const host of ['127.0.0.1:4000', 'localhost:4000', '[::1]:4000']) {
        expect(faultAt(`https://${host}/api/v2`, code).hint).toBe(`If it speaks plain http: http://${host}`);
      }
    },
  );

  // trust: T-48
  test('a server on another machine or with a wrong certificate gets no suggestion of plain http', () => {
    expect(faultAt('https://svc.test/api/v2', 'ERR_SSL_WRONG_VERSION_NUMBER').hint).toBeUndefined();
    expect(faultAt('https://127.0.0.1:4000', 'ERR_TLS_CERT_ALTNAME_INVALID').hint).not.toContain('plain http');
  });
});

test.each(['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])(
  'a request that the end of a run aborted (%s) is not retried',
  (code) => {
    expect(faultAt('https://svc.test/api/v2', code)).toMatchObject({ lasting: true, retryable: false });
  },
);

test('the error for a host name whose addresses all fail has the reason of each address', () => {
  const blocked = (address: string) =>
    Object.assign(new Error(`connect EACCES ${address}`), { code: 'EACCES', syscall: 'connect' });
  const failed = new AggregateError([blocked('127.0.0.1:4000'), blocked('::1:4000')], '');
  const { message } = asFault(failed, 'GET x', new URL('http://localhost:4000'));
  expect(message).toBe('Connection to localhost:4000 failed: connect EACCES 127.0.0.1:4000, connect EACCES ::1:4000.');
  const nameless = asFault(Object.assign(new Error(''), { code: 'EACCES' }), 'GET x', new URL('http://localhost:4000'));
  expect(nameless.message).toBe('Connection to localhost:4000 failed: EACCES.');
});

describe('a rejected certificate', () => {
  const rejected = (code: string, more: object = {}) =>
    asFault(Object.assign(new Error('x'), { code, ...more }), 'GET x', new URL('https://svc.test:8443/api'));

  // trust: T-48
  test.each<[code: string, more: object, words: RegExp, hint: RegExp]>([
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      { cert: { subjectaltname: 'DNS:other.test, DNS:*.b.test' } },
      /is for other\.test, \*\.b\.test, not for svc\.test \(/,
      /^Use a host name/,
    ],
    ['ERR_TLS_CERT_ALTNAME_INVALID', {}, /is for a name other than svc\.test/, /^Use a host name/],
    ['CERT_HAS_EXPIRED', {}, /has expired/, /clock/],
    ['CERT_NOT_YET_VALID', {}, /is not valid yet/, /clock/],
    ['SELF_SIGNED_CERT_IN_CHAIN', {}, /by an unknown CA/, /--ca-file/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', {}, /self-signed/, /--ca-file/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', {}, /by an unknown CA/, /--ca-file/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', {}, /by an unknown CA/, /--ca-file/],
  ])('the error for %s (%o) explains the certificate in words and is not retried', (code, more, words, hint) => {
    const fault = rejected(code, more);
    expect(fault.message).toMatch(words);
    expect(fault.message).toContain(code);
    expect(fault.hint).toMatch(hint);
    expect(fault).toMatchObject({ sent: false, retryable: false, exit: 6 });
  });
});
