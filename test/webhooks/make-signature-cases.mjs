// Writes signature-cases.json: every digest in it is openssl's, none is ours. Run once: node test/webhooks/make-signature-cases.mjs
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const token = 'correct horse battery staple';
const svc = 'X-Svc-Notification-Signature';
const tfe = 'X-TFE-Notification-Signature';
const compact =
  '{"payload_version":1,"notification_configuration_id":"nc-W6VGEi8A7Cfoaf4K","run_url":"https://svc.example.com/app/acme/workspaces/network/runs/run-1","run_id":"run-1","run_message":"Gr\u00fc\u00dfe & <b>\u2603</b>","run_created_at":"2026-08-18T10:00:00.000Z","run_created_by":"alice","workspace_id":"ws-1","workspace_name":"network","organization_name":"acme","notifications":[{"message":"Run Applied","trigger":"run:completed","run_status":"applied","run_updated_at":"2026-08-18T10:05:00.000Z","run_updated_by":"alice"}]}';
const value = JSON.parse(compact);
const plain = '{"b":1,"a":[true,null,"x"]}';

function openssl(algorithm, key, message) {
  const words = key === null ? [] : ['-mac', 'HMAC', '-macopt', `hexkey:${Buffer.from(key).toString('hex')}`];
  const out = execFileSync('openssl', ['dgst', `-${algorithm}`, ...words, '-hex'], { input: Buffer.from(message) });
  return out.toString().trim().split(' ').at(-1);
}

const cases = [];
function add(
  title,
  { body = compact, key = token, message = body, algorithm = 'sha512', tokens = [token], repeat },
  expected,
  shape = (hex) => hex,
) {
  const bytes = repeat ? Buffer.from(repeat[0].repeat(repeat[1])) : Buffer.from(body);
  const signed = repeat && message === body ? bytes : Buffer.from(message);
  const digest = openssl(algorithm, key, signed);
  const openly = { algorithm, key: key === null ? null : Buffer.from(key).toString('hex'), digest };
  cases.push({
    title,
    ...(repeat ? { repeat } : { body: bytes.toString('base64') }),
    ...(signed.equals(bytes) ? {} : { message: signed.toString('base64') }),
    openssl: openly,
    lines: [shape(digest)].flatMap((lines) => (typeof lines === 'string' ? [[svc, lines]] : lines)),
    tokens,
    ...expected,
  });
}
const good = { verdict: 'verified', cause: null };
const no = (verdict, cause) => ({ verdict, cause });
const mismatch = (cause) => no('mismatch', cause);
const malformed = (cause) => no('malformed', cause);
const pair = (first, second, name = tfe) => [svc, name].map((line, nth) => [line, [first, second][nth]]);

// Valid signatures.
add('a good one', {}, good);
add('the other dialect', {}, good, (hex) => [[tfe, hex]]);
add('both dialects', {}, good, (hex) => pair(hex, hex));
add('upper case digits', {}, good, (hex) => hex.toUpperCase());
add('mixed case digits', {}, good, (hex) => hex.replace(/[a-c]/g, (digit) => digit.toUpperCase()));
add('upper case in one dialect only', {}, good, (hex) => pair(hex.toUpperCase(), hex));
add('an upper case header name', {}, good, (hex) => [[svc.toUpperCase(), hex]]);
add('a lower case header name', {}, good, (hex) => [[svc.toLowerCase(), hex]]);
add('an empty body', { body: '' }, good);
add('a body of one zero byte', { body: '\0' }, good);
add('a body with a byte order mark', { body: `\uFEFF${compact}` }, good);
add('a body that is not UTF-8', { body: Buffer.from([0x7b, 0xff, 0xfe, 0x80, 0x7d]) }, good);
add('all bytes there are', { body: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)) }, good);
add('a body with CR LF', { body: '{\r\n  "a": 1\r\n}\r\n' }, good);
add('a body ending in a newline', { body: `${compact}\n` }, good);
add('a body that is not JSON', { body: 'payload=%7B%7D' }, good);
add('a body of one megabyte', { repeat: ['0123456789abcdef', 65536] }, good);
add('a body of one hash block', { repeat: ['a', 128] }, good);
add('a body one byte below a hash block', { repeat: ['a', 127] }, good);
add('a body with padding that needs another block', { repeat: ['a', 112] }, good);
add(
  'several notifications',
  {
    body: JSON.stringify({
      ...value,
      notifications: [...value.notifications, { ...value.notifications[0], trigger: 'run:errored' }],
    }),
  },
  good,
);
add(
  'payload_version "2" as text',
  {
    body: '{"payload_version":"2","notification_configuration_id":"nc-1","trigger_scope":"assessment","trigger":"assessment:drifted","message":"Drift Detected","details":{}}',
  },
  good,
);
add(
  'a verification',
  {
    body: '{"payload_version":1,"notification_configuration_id":"nc-1","run_url":null,"run_id":null,"run_message":null,"run_created_at":null,"run_created_by":null,"workspace_id":null,"workspace_name":null,"organization_name":null,"notifications":[{"message":"Verification of x","trigger":"verification","run_status":null,"run_updated_at":null,"run_updated_by":null}]}',
  },
  good,
);
add('duplicated keys in the JSON', { body: '{"a":1,"a":2}' }, good);
add('a number that JavaScript rounds', { body: '{"a":12345678901234567890}' }, good);
add('a unicode token', { key: 'пароль-\u{1F511}-ß', tokens: ['пароль-\u{1F511}-ß'] }, good);
add('a token of one character', { key: 'x', tokens: ['x'] }, good);
add('a token of one hash block', { key: 'k'.repeat(128), tokens: ['k'.repeat(128)] }, good);
add('a token longer than a hash block', { key: 'k'.repeat(129), tokens: ['k'.repeat(129)] }, good);
add('a token that is white space inside', { key: 'a b\tc', tokens: ['a b\tc'] }, good);
add('a token that is kept with its newline', { key: 'secret\n', tokens: ['secret\n'] }, good);
add('the second of two tokens', { tokens: ['the old one', token] }, good);
add('the third of three tokens', { tokens: ['one', 'two', token] }, good);
add('a usable token beside an empty one', { tokens: ['', token] }, good);

// Invalid signatures, by the header.
add('no signature', {}, no('missing', 'missing'), () => []);
add('an unrelated header only', {}, no('missing', 'missing'), () => [['X-Request-Id', '0'.repeat(32)]]);
add('the right one in another header', {}, no('missing', 'other-header'), (hex) => [['X-Hub-Signature-512', hex]]);
add('the right one in another header, after sha512=', {}, no('missing', 'other-header'), (hex) => [
  ['X-Signature', `sha512=${hex}`],
]);
add('a wrong one, and the right one in another header', {}, mismatch('other-header'), (hex) => [
  [svc, '0'.repeat(128)],
  ['X-Signature', hex],
]);
add('SHA-256 in another header', { algorithm: 'sha256' }, no('missing', 'sha256'), (hex) => [
  ['X-Hub-Signature-256', `sha256=${hex}`],
]);
add('an empty header', {}, no('missing', 'empty-header'), () => '');
add('two empty headers of both dialects', {}, no('missing', 'empty-header'), () => pair('', ''));
add('the same header twice, both right', {}, malformed('repeated-header'), (hex) => pair(hex, hex, svc));
add('a wrong header and then the right one', {}, malformed('repeated-header'), (hex) =>
  pair('0'.repeat(128), hex, svc),
);
add('the same header twice in different case', {}, malformed('repeated-header'), (hex) =>
  pair(hex, hex, svc.toLowerCase()),
);
add('two equal values joined by a comma', {}, malformed('repeated-header'), (hex) => `${hex}, ${hex}`);
add('two different values joined by a comma', {}, malformed('wrong-length'), (hex) => `${hex}, ${'0'.repeat(128)}`);
add('dialects that differ, the first right', {}, malformed('headers-disagree'), (hex) => pair(hex, '0'.repeat(128)));
add('dialects that differ, the second right', {}, malformed('headers-disagree'), (hex) => pair('0'.repeat(128), hex));
add('one dialect empty, the other right', {}, malformed('headers-disagree'), (hex) => pair('', hex));
add('cut to half', {}, malformed('truncated'), (hex) => hex.slice(0, 64));
add('one digit short', {}, malformed('truncated'), (hex) => hex.slice(0, 127));
add('cut to eight digits, which is not told from a wrong one', {}, malformed('wrong-length'), (hex) => hex.slice(0, 8));
add('one digit too many', {}, malformed('wrong-length'), (hex) => `${hex}0`);
add('garbage after the right digits', {}, malformed('wrong-length'), (hex) => `${hex}zz`);
add(
  'a wrong digit that hexadecimal decoding stops at',
  {},
  malformed('not-hexadecimal'),
  (hex) => `${hex.slice(0, 126)}zz`,
);
add('digits of another script', {}, malformed('not-hexadecimal'), (hex) => `\u0660${hex.slice(1)}`);
add('sha512= before the digits', {}, malformed('prefixed'), (hex) => `sha512=${hex}`);
add('SHA512: before the digits', {}, malformed('prefixed'), (hex) => `SHA512: ${hex}`);
add('hmac-sha512= before the digits', {}, malformed('prefixed'), (hex) => `hmac-sha512=${hex}`);
add('quotation marks around the digits', {}, malformed('quoted'), (hex) => `"${hex}"`);
add('base64', {}, malformed('base64'), (hex) => Buffer.from(hex, 'hex').toString('base64'));
add('base64 for URLs', {}, malformed('base64'), (hex) => Buffer.from(hex, 'hex').toString('base64url'));
add('not a signature at all', {}, malformed('not-hexadecimal'), () => 'hello');

// Invalid signatures, by the key and the digest.
add('a wrong last digit', {}, mismatch('mismatch'), (hex) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0'));
add('zeros', {}, mismatch('mismatch'), () => '0'.repeat(128));
add('an unknown token', { key: 'unknown' }, mismatch('mismatch'));
add('no token here', { tokens: [] }, mismatch('no-token'));
add('an empty token here', { tokens: [''] }, mismatch('no-token'));
add('SHA-256', { algorithm: 'sha256' }, malformed('sha256'));
add('SHA-256 after sha256=', { algorithm: 'sha256' }, malformed('sha256'), (hex) => `sha256=${hex}`);
add('SHA-1', { algorithm: 'sha1' }, malformed('sha1'));
add('SHA-384', { algorithm: 'sha384' }, malformed('other-algorithm'));
add('MD5', { algorithm: 'md5' }, malformed('other-algorithm'));
add('SHA3-512', { algorithm: 'sha3-512' }, mismatch('other-algorithm'));
add('SHA-256 in base64', { algorithm: 'sha256' }, malformed('sha256'), (hex) =>
  Buffer.from(hex, 'hex').toString('base64'),
);
add('a plain SHA-512 of the body', { key: null }, mismatch('not-hmac'));
add('a plain SHA-512 of token and body', { key: null, message: token + compact }, mismatch('not-hmac'));
add('a plain SHA-512 of body and token', { key: null, message: compact + token }, mismatch('not-hmac'));
add('the token with a newline', { key: `${token}\n` }, mismatch('token-white-space'));
add('the token with CR LF', { key: `${token}\r\n` }, mismatch('token-white-space'));
add('the token without the newline it has here', { tokens: [`${token}\n`] }, mismatch('token-white-space'));
add('the token without the spaces it has here', { tokens: [`  ${token} `] }, mismatch('token-white-space'));
add('the token in quotation marks', { key: `"${token}"` }, mismatch('token-quoted'));
add('the token without the quotation marks it has here', { tokens: [`"${token}"`] }, mismatch('token-quoted'));
add(
  'the token decoded from base64',
  { key: Buffer.from('c2VjcmV0IGtleQ==', 'base64'), tokens: ['c2VjcmV0IGtleQ=='] },
  mismatch('token-encoded'),
);
add('the token with a byte order mark', { key: `\uFEFF${token}` }, mismatch('token-white-space'));
add('the token without the byte order mark it has here', { tokens: [`\uFEFF${token}`] }, mismatch('token-white-space'));
add('the token after Bearer', { key: `Bearer ${token}` }, mismatch('token-prefixed'));
add(
  'the token without the name of a variable it has here',
  { tokens: [`HOOK_TOKEN=${token}`] },
  mismatch('token-prefixed'),
);
add('the token encoded in base64', { key: Buffer.from(token).toString('base64') }, mismatch('token-encoded'));
add(
  'the token decoded from hexadecimal',
  { key: Buffer.from('00ff10', 'hex'), tokens: ['00ff10'] },
  mismatch('token-encoded'),
);
add('the token in Latin-1', { key: Buffer.from('straße', 'latin1'), tokens: ['straße'] }, mismatch('token-encoded'));
add('the token decomposed', { key: 'e\u0301', tokens: ['\u00e9'] }, mismatch('token-encoded'));

// Invalid signatures, by the body.
const bodies = (title, body, message, cause) => add(title, { body, message }, mismatch(cause));
const spaced = JSON.stringify(value, null, 1)
  .replace(/\n\s*/g, ' ')
  .replace(/([{[]) /g, '$1')
  .replace(/ ([}\]])/g, '$1');
const ascii = (text) => text.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
bodies('a changed body', compact.replace('applied', 'errored'), compact, 'mismatch');
bodies('re-serialised with indentation', JSON.stringify(value, null, 2), compact, 're-serialised');
bodies('re-serialised compactly', compact, JSON.stringify(value, null, 2), 're-serialised');
bodies('re-serialised with four spaces', compact, JSON.stringify(value, null, 4), 're-serialised');
bodies('re-serialised with tabs', compact, JSON.stringify(value, null, '\t'), 're-serialised');
bodies('re-serialised as Python does', compact, spaced, 're-serialised');
bodies('re-serialised as Python does, ASCII only', compact, ascii(spaced), 're-serialised');
bodies('re-serialised with \\u escapes', compact, ascii(compact), 're-serialised');
bodies('re-serialised with sorted keys', plain, '{"a":[true,null,"x"],"b":1}', 're-serialised');
bodies('re-serialised with sorted keys and spaces', plain, '{"a": [true, null, "x"], "b": 1}', 're-serialised');
bodies(
  're-serialised with HTML escapes',
  compact,
  compact.replace(/[<>&]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  're-serialised',
);
bodies('re-serialised with escaped slashes', compact, compact.replaceAll('/', '\\/'), 're-serialised');
bodies('encoded twice', compact, JSON.stringify(compact), 're-serialised');
bodies('received as a text inside JSON', JSON.stringify(compact), compact, 're-serialised');
bodies('a newline lost', compact, `${compact}\n`, 'trailing-newline');
bodies('a newline added', `${compact}\n`, compact, 'trailing-newline');
bodies('CR LF lost', compact, `${compact}\r\n`, 'trailing-newline');
bodies('blanks around it', `  ${compact}  `, compact, 'white-space');
bodies('a byte order mark added', `\uFEFF${compact}`, compact, 'byte-order-mark');
bodies('a byte order mark lost', compact, `\uFEFF${compact}`, 'byte-order-mark');
bodies('LF became CR LF', 'a\r\nb\r\nc', 'a\nb\nc', 'line-endings');
bodies('CR LF became LF', 'a\nb\nc', 'a\r\nb\r\nc', 'line-endings');
bodies('Latin-1 became UTF-8', 'Grüße', Buffer.from('Grüße', 'latin1'), 'character-encoding');
bodies('UTF-8 became Latin-1', Buffer.from('Grüße', 'latin1'), 'Grüße', 'character-encoding');
bodies('UTF-8 was signed as UTF-16', plain, Buffer.from(plain, 'utf16le'), 'character-encoding');
bodies(
  'what is not UTF-8 was replaced before signing',
  Buffer.from([0x61, 0xff, 0x62]),
  'a\ufffdb',
  'character-encoding',
);
bodies('accents were composed', 'e\u0301', '\u00e9', 'character-encoding');
bodies('compressed after signing', gzipSync(compact), compact, 'compressed');
bodies('an empty body was signed', compact, '', 'empty-body');
add('a newline lost, and base64', { message: `${compact}\n` }, malformed('trailing-newline'), (hex) =>
  Buffer.from(hex, 'hex').toString('base64'),
);
add(
  'a newline lost, with the second token',
  { message: `${compact}\n`, tokens: ['the old one', token] },
  mismatch('trailing-newline'),
);

writeFileSync(new URL('signature-cases.json', import.meta.url), `${JSON.stringify(cases, null, 1)}\n`);
console.log(cases.length);
