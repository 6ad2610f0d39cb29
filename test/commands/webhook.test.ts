import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CancelledError } from '../../src/base/errors.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { jsonLines, linesOf } from '../support/output.ts';
import { start } from '../support/running.ts';
import { type Machine, machine, stateFolderOf } from '../support/svc.ts';
import { hasOpenssl, sharedAuthority } from '../support/tls.ts';

const key = 'the-key-of-the-hook';
const signature = (body: string, token = key) => createHmac('sha512', token).update(body).digest('hex');
const header = 'x-svc-notification-signature';
const listen = 'webhook listen --token-env HOOK_TOKEN';
const payload = (trigger: string, run = 'run-1') =>
  JSON.stringify({
    payload_version: 1,
    run_id: run,
    workspace_id: 'ws-1',
    workspace_name: 'network',
    notifications: [{ message: 'Words about it', trigger, run_status: 'applied' }],
  });

const hookMachine = () => machine({ HOOK_TOKEN: key, OLD_TOKEN: 'the-key-before' });

/** Posts a body unchanged, signed unless another signature is given. */
const deliver = async (url: string, body: string, given: string | null = signature(body)) =>
  (await fetch(url, { method: 'POST', body, headers: given === null ? {} : { [header]: given } })).status;

/** The status of a POST with exactly these headers, which fetch would not send. */
async function postAs(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const asking = request(url, { method: 'POST', agent: false, headers });
  const [response] = await once(asking.end(body), 'response');
  response.resume();
  return response.statusCode;
}

/** Starts a listener and returns it with its URL. */
async function listening(me: Machine, words = `${listen} -o ndjson`) {
  const running = start(me, words.split(' '));
  const [url] = await running.said(/http:\/\/127\.0\.0\.1:\d+\/[\w/]*/);
  return { ...running, url };
}

/** Makes the journal of a machine unusable, until the returned function is called. */
function breakJournal(me: Machine): () => void {
  const folder = join(stateFolderOf(me), 'webhook');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  return () => rmSync(folder);
}

/** A machine whose journal has these deliveries; null is unsigned. */
async function withDeliveries(bodies: readonly (readonly [body: string, given?: string | null])[]) {
  const me = await hookMachine();
  const { ended, url } = await listening(me, `${listen} -o ndjson --count ${bodies.length}`);
  for (const [body, given] of bodies) await deliver(url, body, given);
  const [, ...events] = jsonLines((await ended).stdout);
  return { me, ids: events.map(({ id }): string => id) };
}

describe('webhook sign', () => {
  // spec: P-275
  test('webhook sign prints the HMAC-SHA512 of the exact bytes', async () => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'body'), Buffer.from([0xff, 0x00, 0x0a]));
    const wanted = createHmac('sha512', key)
      .update(Buffer.from([0xff, 0x00, 0x0a]))
      .digest('hex');
    expect(await me.svc('webhook sign body --token-env HOOK_TOKEN')).toMatchObject({ code: 0, stdout: `${wanted}\n` });
  });

  test('webhook sign reads the body from stdin and the token from a file, and prints JSON', async () => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'token'), `${key}\n`);
    const { code, stdout } = await me.svc('webhook sign - --token-file token --json', { stdin: '{}' });
    expect([code, JSON.parse(stdout)]).toEqual([0, { signature: signature('{}'), algorithm: 'hmac-sha512', bytes: 2 }]);
  });

  test('webhook sign uses a token of several lines whole, with a warning, and removes one line end at the end of a token', async () => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'two'), `${key}\nand more\n`);
    writeFileSync(join(me.home, 'one'), `${key}\r\n`);
    expect(await me.svc('webhook sign - --token-file two', { stdin: '{}' })).toMatchObject({
      code: 0,
      stdout: `${signature('{}', `${key}\nand more`)}\n`,
      stderr: 'Warning: The token of --token-file two has 2 lines; the whole text is the token, including line ends.\n',
    });
    expect(await me.svc('webhook sign - --token-file one', { stdin: '{}' })).toMatchObject({
      code: 0,
      stdout: `${signature('{}')}\n`,
      stderr: '',
    });
  });

  test('webhook sign prompts for the token on a terminal, and requires a flag elsewhere', async () => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'body'), '{}');
    expect(await me.svc('webhook sign body', { tty: true, answers: [key] })).toMatchObject({
      code: 0,
      stdout: `${signature('{}')}\n`,
    });
    expect(await me.svc('webhook sign body')).toMatchObject({ code: 2, stdout: '' });
  });

  test.each([
    ['a file that is not there', 'webhook sign nothing --token-env HOOK_TOKEN', 'ENOENT: no such file or folder'],
    ['stdin twice', 'webhook sign - --token-file -', 'Stdin can be read only once'],
    ['two tokens', 'webhook sign - --token-env HOOK_TOKEN --token-env OLD_TOKEN', 'Only one token can sign'],
    ['an unset variable', 'webhook sign - --token-env NONE', 'NONE is not set'],
  ])('webhook sign %s exits with 2', async (_, words, said) => {
    expect(await (await hookMachine()).svc(words)).toFail(2, said);
  });
});

describe('webhook verify', () => {
  const verify = async (given: string[], stdin = '{"a":1}') =>
    (await hookMachine()).svc(['webhook', 'verify', '-', '--token-env', 'HOOK_TOKEN', ...given], { stdin });

  // spec: P-276
  test('webhook verify exits with 0 for the right signature in lower or upper case, and names the token', async () => {
    const right = signature('{"a":1}');
    expect(await verify(['--signature', right])).toMatchObject({
      code: 0,
      stdout: 'Verified with the token of $HOOK_TOKEN.\n',
    });
    const { code, stdout } = await verify(['--signature', right.toUpperCase(), '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([0, { verified: true, signedWith: '$HOOK_TOKEN' }]);
  });

  test('webhook verify accepts a signature made with any of several tokens', async () => {
    const given = ['--token-env', 'OLD_TOKEN', '--signature', signature('{"a":1}', 'the-key-before')];
    expect(await verify(given)).toMatchObject({ code: 0, stdout: expect.stringContaining('$OLD_TOKEN') });
  });

  const right = signature('{"a":1}');
  // spec: P-276
  // trust: T-80
  test.each([
    ['another token', signature('{"a":1}', 'other'), 'does not match these bytes'],
    ['a truncated one', right.slice(0, 100), 'only the first 100'],
    ['an empty one', '', 'empty'],
    ['base64', Buffer.from(right, 'hex').toString('base64'), 'base64'],
    ['SHA-256', createHmac('sha256', key).update('{"a":1}').digest('hex'), 'SHA-256'],
    ['another formatting', signature('{\n  "a": 1\n}'), 'parsed and re-serialized'],
    ['a newline more', signature('{"a":1}\n'), 'newline'],
    ['an empty token', signature('{"a":1}', ''), 'empty token'],
    ['a blank before it', ` ${right}`, 'The signature is the right one, but with white space around it,'],
    ['a tab after it', `${right}\t`, 'but with white space around it,'],
    ['a line end after it', `${right}\n`, 'but with white space around it,'],
    ['the whole header line', `X-Svc-Notification-Signature: ${right}`, 'with "X-Svc-Notification-Signature:" before'],
    ['that of the other dialect', `X-TFE-Notification-Signature:${right}`, '"X-TFE-Notification-Signature:" before'],
    ['one character more', `${right}x`, 'followed by 1 character that does not belong to it'],
    ['two characters more', `${right}xy`, 'followed by 2 characters that do not belong to it'],
  ])('webhook verify exits with 8 for %s and prints the cause', async (_, given, words) => {
    expect(await verify(['--signature', given])).toFail(8, words);
  });

  test('webhook verify requires --signature and a body to verify', async () => {
    expect(await verify([])).toMatchObject({ code: 2, stderr: expect.stringContaining('--signature') });
    const me = await hookMachine();
    expect(await me.svc('webhook verify --signature x --token-env HOOK_TOKEN')).toMatchObject({ code: 2 });
    expect(await me.svc('webhook verify body.json --token-env HOOK_TOKEN')).toExit(2, '--signature');
  });

  describe('webhook verify of a delivery in the journal', () => {
    const withTwo = () => withDeliveries([[payload('run:errored'), signature('other')], [payload('run:created')]]);
    const verified = (id: string | undefined) => ({ verified: true, signedWith: '$HOOK_TOKEN', id });

    test('webhook verify accepts last, last-rejected, the start of an id, and a choice on a terminal', async () => {
      const { me, ids } = await withTwo();
      const verifyOf = (words: string, options = {}) =>
        me.svc(`webhook verify --token-env HOOK_TOKEN${words} --json`, options);
      for (const words of [' last', ` ${ids[1]?.slice(0, 20)}`]) {
        const { code, stdout } = await verifyOf(words);
        expect([code, JSON.parse(stdout)]).toEqual([0, verified(ids[1])]);
      }
      const picked = await verifyOf('', { tty: true, answers: [ids[1]!] });
      expect(JSON.parse(picked.stdout)).toEqual(verified(ids[1]));
      expect(await verifyOf(' last-rejected')).toMatchObject({ code: 8, stdout: '' });
      expect(await verifyOf(' zzzz')).toMatchObject({ code: 3, stdout: '' });
      expect(await verifyOf('')).toMatchObject({ code: 2, stderr: expect.stringContaining('<id>') });
    });

    test('webhook verify last-rejected exits with 8 and the cause, and with 0 with the token that matches', async () => {
      const { me } = await withDeliveries([
        [payload('run:created'), signature(payload('run:created'), 'the-key-before')],
      ]);
      expect(await me.svc('webhook verify last-rejected --token-env HOOK_TOKEN')).toExit(
        8,
        'does not match these bytes',
      );
      expect(await me.svc('webhook verify last-rejected --token-env OLD_TOKEN')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Delivery \w{26}: verified with the token of \$OLD_TOKEN\.\n$/),
      });
    });

    test('webhook verify last does not prompt for a token if the delivery has no signature', async () => {
      const me = await hookMachine();
      const { ended, url } = await listening(me, `${listen} --count 1`);
      await deliver(url, payload('run:created'), null);
      await ended;
      const { asked, code, stderr } = await me.svc('webhook verify last', { tty: true });
      expect([code, asked]).toEqual([8, []]);
      expect(stderr).toContain('The delivery has no signature');
    });

    test('webhook verify last verifies the file named last if that file exists', async () => {
      const { me } = await withTwo();
      writeFileSync(join(me.home, 'last'), '{"a":1}');
      const missing = await me.svc('webhook verify last --token-env HOOK_TOKEN');
      expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--signature') });
      expect(
        await me.svc(`webhook verify last --token-env HOOK_TOKEN --signature ${signature('{"a":1}')}`),
      ).toMatchObject({ code: 0, stdout: 'Verified with the token of $HOOK_TOKEN.\n' });
    });
  });
});

describe('webhook trigger', () => {
  const trigger = async (words: string, options = {}) =>
    (await hookMachine()).svc(`webhook trigger ${words} --token-env HOOK_TOKEN`, options);

  test('webhook trigger sends a signed sample notification with changed fields, and prints the response', async () => {
    const { received, url } = await startReceiver();
    const { code, stdout } = await trigger(`run:errored --to ${url} --set run_message=Hello --json`);
    expect([code, JSON.parse(stdout)]).toEqual([0, [{ trigger: 'run:errored', status: 200, answer: 'ok' }]]);
    expect(received).toHaveLength(1);
    expect(received[0]?.headers[header]).toBe(signature(received[0]!.text));
    expect(JSON.parse(received[0]!.text)).toMatchObject({
      run_message: 'Hello',
      notifications: [{ trigger: 'run:errored', run_status: 'errored' }],
    });
  });

  test('webhook trigger names all missing arguments and flags at once', async () => {
    const me = await hookMachine();
    const of = async (words: string) => (await me.svc(`webhook trigger ${words}`.trim())).stderr;
    expect(await of('')).toContain(
      'Missing required arguments: <trigger>, --to, --token-file (not prompting: stdin is not a terminal).\n',
    );
    expect(await of('--unsigned')).toContain('Missing required arguments: <trigger>, --to (not prompting');
    expect(await of('run:created')).toContain('Missing required flags: --to, --token-file (not prompting');
    expect(await of('run:created --to http://127.0.0.1:9')).toContain(
      'Missing required flag: --token-file (not prompting',
    );
    expect(await of('--scenario all --body x --to http://127.0.0.1:9 --unsigned')).toContain(
      'Specify only one of <trigger>',
    );
  });

  test('webhook trigger without a trigger lets the user pick one on a terminal', async () => {
    const { received, url } = await startReceiver();
    const { asked, code } = await trigger(`--to ${url}`, { tty: true, answers: ['run:planning'] });
    expect([code, JSON.parse(received[0]!.text).notifications[0].trigger]).toEqual([0, 'run:planning']);
    expect(asked).toEqual(['Trigger']);
  });

  test('webhook listen and webhook trigger report that an unsigned request has no signature', async () => {
    const me = await hookMachine();
    const { ended, url } = await listening(me, `${listen} -o ndjson --count 1`);
    const { code, stderr, stdout } = await me.svc(`webhook trigger run:created --unsigned --to ${url} --json`);
    expect([code, JSON.parse(stdout)[0].answer]).toEqual([5, 'The request has no signature.\n']);
    expect(stderr).toContain('Use --token-file, --token-env or --notification to sign the request.');
    await ended;
  });

  test('webhook trigger suggests webhook listen if no receiver is running on this machine', async () => {
    expect(await trigger('run:errored --to http://127.0.0.1:1/')).toExit(6, 'svc webhook listen --port 1');
  });

  test('webhook trigger --body sends the exact bytes, and --unsigned sends no signature', async () => {
    const { received, url } = await startReceiver();
    expect(await trigger(`--body - --to ${url}`, { stdin: ' {"odd" : 1}\n' })).toMatchObject({ code: 0 });
    const me = await hookMachine();
    expect(await me.svc(`webhook trigger verification --unsigned --to ${url}`)).toMatchObject({ code: 0 });
    expect(received[0]).toMatchObject({ text: ' {"odd" : 1}\n', headers: { [header]: signature(' {"odd" : 1}\n') } });
    expect(received[1]?.headers[header]).toBeUndefined();
  });

  test('webhook trigger --as slack sends a Slack message with changed fields and without a signature', async () => {
    const { received, url } = await startReceiver();
    const me = await hookMachine();
    const words = `webhook trigger run:errored --as slack --to ${url} --set attachments.0.color=good`;
    expect(await me.svc(words)).toMatchObject({ code: 0 });
    expect(await me.svc(`webhook trigger --scenario all --as slack --unsigned --to ${url}`)).toMatchObject({ code: 0 });
    const messages = received.map(({ text }) => JSON.parse(text));
    expect(messages).toHaveLength(8);
    expect(messages[0]).toEqual({
      text: 'Run Errored: acme/network',
      attachments: [expect.objectContaining({ color: 'good', title: expect.stringMatching(/^A sample/) })],
    });
    for (const { attachments } of messages) expect(attachments).toEqual([expect.any(Object)]);
    expect(
      received.flatMap(({ headers }) => Object.keys(headers)).filter((name) => name.includes('signature')),
    ).toEqual([]);
  });

  test.each([
    [401, 5, 'rejected'],
    [302, 5, 'rejected'],
    [429, 7, 'try_later'],
    [503, 7, 'try_later'],
  ])('webhook trigger that gets %i as the response exits with %i', async (status, exit, code) => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(status).end('no');
    const result = await trigger(`run:created --to ${receiver.url} --json`);
    expect([result.code, JSON.parse(result.stderr).error.code]).toEqual([exit, code]);
    expect(JSON.parse(result.stdout)).toMatchObject([{ status, answer: 'no' }]);
  });

  test('webhook trigger --tamper exits with 8 if the receiver accepts the request, and with 5 or 7 if the response proves nothing', async () => {
    const receiver = await startReceiver();
    const accepted = await trigger(`run:created --tamper body --to ${receiver.url}`);
    expect(accepted).toExit(8, 'one bit of the body changed');
    receiver.answer = (response) => response.writeHead(404).end();
    expect(await trigger(`run:created --tamper body --to ${receiver.url}`)).toMatchObject({ code: 5 });
    receiver.answer = (response) => response.writeHead(500).end();
    expect(await trigger(`run:created --tamper body --to ${receiver.url}`)).toMatchObject({ code: 7 });
  });

  // trust: T-80
  test('webhook listen rejects every kind of tampered request', async () => {
    const { url } = await listening(await hookMachine());
    const { code, stderr, stdout } = await trigger(`run:created --tamper all --to ${url} --json`);
    const statuses = JSON.parse(stdout).map(({ status }: { status: number }) => status);
    expect([code, [...new Set(statuses)]]).toEqual([0, [401]]);
    expect(stderr).toContain(`All ${statuses.length} were rejected, as they must be.`);
    expect((await trigger(`run:created --tamper zeros --to ${url}`)).stderr).not.toContain('All');
  });

  test('webhook trigger --dry-run shows the request with its headers, masks secrets, and sends nothing', async () => {
    const { received, url } = await startReceiver();
    const { code, stdout } = await trigger(`run:created --to ${url}?token=hush --set run_message=${key} --dry-run`);
    expect([code, received]).toEqual([0, []]);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe(`POST ${url}?token=***`);
    expect(lines).toContain('Content-Type: application/json');
    expect(stdout).toMatch(/\nx-svc-notification-signature: [0-9a-f]{128}\n/i);
    expect(stdout).toContain('"trigger": "run:created"');
    expect(stdout).not.toContain(key);
    const shown = JSON.parse((await trigger(`run:created --to ${url} --tamper repeated --dry-run --json`)).stdout);
    const names = shown.headers.map(([name]: [string]) => name);
    expect(names.filter((name: string) => name === header)).toHaveLength(2);
  });

  test('webhook trigger --dry-run of a scenario shows every request in order', async () => {
    const { received, url } = await startReceiver();
    expect((await trigger(`--scenario lifecycle --to ${url}`)).code).toBe(0);
    const sent = received.splice(0).map(({ text }) => JSON.parse(text).notifications[0].trigger);
    const { code, stdout } = await trigger(`--scenario lifecycle --to ${url} --dry-run --json`);
    const shown = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).body.notifications[0].trigger);
    expect([code, received, shown]).toEqual([0, [], sent]);
  });

  test('webhook trigger --debug shows headers, signature and response on stderr, with the token masked', async () => {
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(202, { 'x-said': `it is ${key}` }).end(`thanks, ${key}`);
    const { code, stderr, stdout } = await trigger(`run:created --to ${receiver.url} --debug --json`);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ status: 202, answer: 'thanks, ***' }]]);
    const [{ text } = { text: '' }] = receiver.received;
    const lines = stderr.split('\n');
    expect(lines[0]).toBe(`> POST ${receiver.url}`);
    expect(lines).toContain(`> ${header}: ${signature(text)}`);
    expect(lines).toContain(`> ${text}`);
    expect(stderr).toMatch(/\n< 202 Accepted \(\d+ ms\)\n/);
    expect(lines).toContain('< x-said: it is ***');
    expect(lines).toContain('< thanks, ***');
    expect(stderr).not.toContain(key);
  });

  test.each([
    ['no trigger', '--to http://127.0.0.1:1/'],
    ['an unknown trigger', 'run:exploded --to http://127.0.0.1:1/'],
    ['no URL', 'run:created'],
    ['an URL of something else', 'run:created --to ftp://127.0.0.1/'],
    ['two payloads', 'run:created --scenario lifecycle --to http://127.0.0.1:1/'],
    ['a field that is nowhere', 'run:created --set a.b=1 --to http://127.0.0.1:1/'],
    ['--as slack with a token', 'run:created --as slack --to http://127.0.0.1:1/'],
    ['an unknown form', 'run:created --as email --to http://127.0.0.1:1/'],
  ])('webhook trigger %s exits with 2', async (_, words) => {
    expect(await trigger(words)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('webhook listen', () => {
  test('webhook listen -o ndjson prints the URL, then an object for each delivery, and ends after --count deliveries', async () => {
    const me = await hookMachine();
    const { ended, url } = await listening(me, `${listen} -o ndjson --count 2`);
    const [good, bad] = [payload('run:completed'), payload('run:errored')];
    expect([await deliver(url, good), await deliver(url, bad, signature(bad, 'wrong'))]).toEqual([204, 401]);
    const { code, stderr, stdout } = await ended;
    expect(code).toBe(0);
    const [first, ...deliveries] = jsonLines(stdout);
    expect(first).toEqual({ event: 'listening', url });
    expect(deliveries).toEqual([
      {
        event: 'delivery',
        id: expect.stringMatching(/^[0-9a-z]{26}$/),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        verified: true,
        reason: null,
        signedWith: '$HOOK_TOKEN',
        trigger: 'run:completed',
        status: 204,
        notification: JSON.parse(good),
      },
      expect.objectContaining({ verified: false, reason: expect.any(String), status: 401, trigger: 'run:errored' }),
    ]);
    expect(stderr).toContain('2 deliveries: 1 verified, 1 wrong signature.');
  });

  test('Ctrl-C ends webhook listen with a summary', async () => {
    const { ended, said, stop, url } = await listening(await hookMachine(), listen);
    await deliver(url, payload('run:planning'));
    await said(/verified .* run:planning {2}network {2}run-1 {2}Words about it\n/);
    stop();
    expect(await ended).toExit(0, /1 delivery: 1 verified.*\nStopped\.\n$/);
  });

  test.each(['--count 2', '--for 10m'])('Ctrl-C before the end of %s exits with 130', async (bound) => {
    const words = `${listen} ${bound}`;
    const { ended, said, stop, url } = await listening(await hookMachine(), words);
    await deliver(url, payload('run:planning'));
    await said(/verified .* run:planning/);
    stop();
    expect(await ended).toMatchObject({ code: 130 });
  });

  test('Ctrl-C with --count or --for reports that no deliveries were received', async () => {
    const { ended, stop } = await listening(await hookMachine(), `${listen} --count 1`);
    stop();
    expect(await ended).toExit(130, /^(?!.*0 verified).*Cancelled; no deliveries received\.\n$/s);
  });

  test('webhook listen --for ends after the given time, and its journal is private and contains no token', async () => {
    const me = await hookMachine();
    const running = await listening(me);
    const body = payload('run:created');
    await fetch(running.url, { method: 'POST', body, headers: { [header]: signature(body), 'x-token': key } });
    running.stop();
    await running.ended;
    const folder = join(stateFolderOf(me), 'webhook');
    const [file = ''] = readdirSync(folder);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('run:created');
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain(key);
    const timed = await listening(me, `${listen} --for 1ms`);
    expect(await timed.ended).toMatchObject({ code: 0 });
  });

  test.each(['listen --count 1', 'wait --until trigger=run:completed'])(
    'webhook %s reports a journal that it cannot write before it listens',
    async (words) => {
      const me = await hookMachine();
      mkdirSync(stateFolderOf(me), { recursive: true });
      writeFileSync(join(stateFolderOf(me), 'webhook'), 'not a folder');
      expect(await me.svc(`webhook ${words} --token-env HOOK_TOKEN`)).toFail(
        2,
        /^Error: Cannot use the journal .*state\/svc\/webhook/,
        'XDG_STATE_HOME',
      );
    },
  );

  test.each([
    [
      'text',
      /verified {9}204 {2}[a-z0-9]{26} {2}run:planning/,
      /no signature {5}401 {2}not stored {16} {2}/,
      /verified {9}500 {2}not stored {16} {2}run:completed/,
    ],
    [
      'ndjson',
      /"delivery","id":"[a-z0-9]{26}","at":/,
      /"delivery","id":null,"stored":false,"at":.*"status":401/,
      /"delivery","id":null,"stored":false,"at":.*"status":500/,
    ],
  ])('webhook listen shows no id for a delivery that the journal does not store: %s', async (format, ...lines) => {
    const me = await hookMachine();
    const words = [...listen.split(' ')];
    const { ended, stop, url } = await listening(
      me,
      [...words, ...(format === 'text' ? [] : ['-o', format])].join(' '),
    );
    expect(await deliver(url, payload('run:planning'))).toBe(204);
    breakJournal(me);
    expect([await deliver(url, '{}', null), await deliver(url, payload('run:completed'))]).toEqual([401, 500]);
    stop();
    const { stderr, stdout } = await ended;
    expect(stderr).toContain('1 no signature, 2 not recorded.');
    expect(linesOf(stdout).slice(1)).toEqual(lines.map((line) => expect.stringMatching(line)));
  });

  describe('a delivery that the journal cannot store, so the listener responds with 500', () => {
    // trust: T-96
    test('a delivery that could not be stored is shown, but not counted or executed until it is redelivered', async () => {
      const me = await hookMachine();
      const script = join(me.home, 'append.mjs');
      writeFileSync(
        script,
        `import { appendFileSync } from 'node:fs';\nappendFileSync('executed', process.env.SVC_WEBHOOK_STATUS + '\\n');`,
      );
      const words = [...listen.split(' '), '-o', 'ndjson', '--count', '1', '--exec'];
      const running = start(me, [...words, `"${process.execPath}" "${script}"`]);
      const [url] = await running.said(/http:\/\/127\.0\.0\.1:\d+\//);
      const repair = breakJournal(me);
      const body = payload('run:completed');
      expect(await deliver(url, body)).toBe(500);
      repair();
      expect(await deliver(url, body)).toBe(204);
      const { code, stdout } = await running.ended;
      expect(jsonLines(stdout).slice(1)).toMatchObject([
        { id: null, stored: false, status: 500 },
        { id: expect.any(String), status: 204 },
      ]);
      expect([code, readFileSync(join(me.home, 'executed'), 'utf8')]).toEqual([0, '204\n']);
    });

    // trust: T-96
    test.each([
      ['signed', '--token-env HOOK_TOKEN', undefined],
      ['unsigned', '--allow-unsigned', null],
    ])('a delivery that could not be stored is not forwarded until it is redelivered: %s', async (_, access, given) => {
      const me = await hookMachine();
      const behind = await startReceiver();
      const words = `webhook listen ${access} -o ndjson --count 1 --forward ${behind.url}`;
      const { ended, url } = await listening(me, words);
      const repair = breakJournal(me);
      const body = payload('run:completed');
      expect(await deliver(url, body, given)).toBe(500);
      expect(behind.received).toEqual([]);
      repair();
      expect(await deliver(url, body, given)).toBe(200);
      const { stderr, stdout } = await ended;
      expect(jsonLines(stdout).map(({ status }) => status)).toEqual([undefined, 500, 200]);
      expect([behind.received.length, stderr.match(/Cannot use the journal/g)]).toEqual([1, [expect.any(String)]]);
      expect(stderr).toContain('1 not recorded.');
    });

    // trust: T-96
    test('webhook wait shows a delivery that could not be stored and ends with its redelivery', async () => {
      const me = await hookMachine();
      const words = 'webhook wait --until trigger=run:completed --token-env HOOK_TOKEN -o ndjson';
      const { ended, said, url } = await listening(me, words);
      const repair = breakJournal(me);
      const body = payload('run:completed');
      expect(await deliver(url, body)).toBe(500);
      await said(/verified {9}500 {2}not stored {16} {2}run:completed/);
      repair();
      expect(await deliver(url, body)).toBe(204);
      const { code, stdout } = await ended;
      expect([code, jsonLines(stdout)]).toMatchObject([0, [{ status: 204 }]]);
    });
  });

  // trust: T-97
  test('a rejected request with a large body is stored with its first 16 KiB only, and a verified delivery stays whole', async () => {
    const me = await hookMachine();
    const { ended, stop, url } = await listening(me);
    await deliver(url, payload('run:completed'));
    const large = 'x'.repeat(200_000);
    expect(await deliver(url, large, null)).toBe(401);
    stop();
    await ended;
    const [good, bad] = jsonLines((await me.svc('webhook export')).stdout);
    expect(good).toMatchObject({ verified: true, bodySize: payload('run:completed').length });
    expect(bad).toMatchObject({ verdict: 'missing', bodySize: 200_000, marks: ['cut'], body: large.slice(0, 16_384) });
    expect((await me.svc(`webhook show ${bad.id} -o table`)).stdout).toContain('Payload (first part of 200000 bytes)');
    const again = `webhook replay ${bad.id} --to http://127.0.0.1:1/ --token-env HOOK_TOKEN --allow-unverified`;
    expect(await me.svc(again)).toExit(8, 'Only the first 16384 of 200000 bytes');
  });

  test('webhook listen --filter selects the deliveries that are shown, and --path the path that is accepted', async () => {
    const words = `${listen} -o ndjson --filter trigger=run:errored --count 1 --path /hook`;
    const { ended, url } = await listening(await hookMachine(), words);
    expect(new URL(url).pathname).toBe('/hook');
    expect(await deliver(url.replace('/hook', '/'), payload('run:errored'))).toBe(404);
    await deliver(url, payload('run:created'));
    await deliver(url, payload('run:errored'));
    const [, ...deliveries] = jsonLines((await ended).stdout);
    expect(deliveries.map(({ trigger }) => trigger)).toEqual(['run:errored']);
  });

  // trust: T-83
  test('listen --allow-unsigned responds with 403 to requests from web pages and to a foreign Host', async () => {
    const me = await hookMachine();
    const words = 'webhook listen --allow-unsigned --public-url https://hooks.example.com/ -o ndjson';
    const { url, ended, stop } = await listening(me, words);
    const { port } = new URL(url);
    const from = (headers: Record<string, string>) => postAs(url, payload('run:created'), headers);
    expect(await from({ host: `rebound.example.com:${port}` })).toBe(403);
    expect(await from({ host: `rebound.example.com:${port}`, [header]: 'f'.repeat(128) })).toBe(403);
    expect(await from({ origin: 'https://rebound.example.com' })).toBe(403);
    expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await from({ host: 'hooks.example.com' })).toBe(204);
    expect(await from({ host: `${hostname().toLowerCase()}:${port}` })).toBe(204);
    expect(await from({})).toBe(204);
    stop();
    await ended;
    const deliveries = jsonLines((await me.svc('webhook export')).stdout);
    expect(deliveries.map(({ cause, verdict }) => [verdict, cause])).toEqual([
      ...[...Array(2).fill(['refused', 'host']), ...Array(2).fill(['refused', 'browser'])],
      ...Array(3).fill(['unsigned', 'missing']),
    ]);
    expect(deliveries[0]?.reason).toBe('The Host is not a name of this listener; add one with --public-url.');
  });

  test('webhook listen accepts a signed delivery whatever its Host, also with --allow-unsigned', async () => {
    const { url } = await listening(await hookMachine(), `${listen} --allow-unsigned -o ndjson`);
    const body = payload('run:created');
    const host = 'tunnel.example.com';
    expect(await postAs(url, body, { host, [header]: signature(body) })).toBe(204);
    expect(await postAs(url, body, { host })).toBe(403);
    expect(await postAs(url, body, { host, [header]: '' })).toBe(403);
    const strict = await listening(await hookMachine(), `${listen} -o ndjson`);
    expect(await postAs(strict.url, body, { host, origin: 'null', [header]: signature(body) })).toBe(204);
  });

  test('--forward sends verified deliveries unchanged and returns the response of the receiver, and never forwards rejected ones', async () => {
    const behind = await startReceiver();
    behind.answer = (response) => response.writeHead(202).end('from behind');
    const { url } = await listening(await hookMachine(), `${listen} -o ndjson --forward ${behind.url}`);
    const body = payload('run:created');
    expect(await deliver(url, body, 'f'.repeat(128))).toBe(401);
    expect(await deliver(url, body)).toBe(202);
    expect(behind.received.map(({ text, headers }) => [text, headers[header]])).toEqual([[body, signature(body)]]);
  });

  // trust: T-98
  test('--exec runs a command for a verified delivery, without a shell and without the tokens in its environment', async () => {
    const me = await hookMachine();
    writeFileSync(
      join(me.home, 'hook.mjs'),
      `import { readFileSync, writeFileSync } from 'node:fs';
      const { SVC_WEBHOOK_TRIGGER, HOOK_TOKEN } = process.env;
      writeFileSync('ran.json', JSON.stringify([readFileSync(0, 'utf8'), SVC_WEBHOOK_TRIGGER, HOOK_TOKEN ?? null, process.argv[2]]));`,
    );
    const words = [...listen.split(' '), '--count', '1', '--exec'];
    const running = start(me, [...words, `"${process.execPath}" hook.mjs "$(touch owned)"`]);
    const [url] = await running.said(/http:\S+/);
    const body = payload('run:completed');
    await deliver(url, body);
    expect((await running.ended).code).toBe(0);
    expect(JSON.parse(readFileSync(join(me.home, 'ran.json'), 'utf8'))).toEqual([
      body,
      'run:completed',
      null,
      '$(touch owned)',
    ]);
  });

  test('--exec starts no further command after a signal, and the number of deliveries without a run is reported', async () => {
    const me = await hookMachine();
    const hook = `require('fs').appendFileSync('ran', 'x'); console.error('up'); setInterval(() => {}, 1000)`;
    writeFileSync(join(me.home, 'hook.cjs'), hook);
    const words = [...listen.split(' '), '-o', 'ndjson', '--exec'];
    const running = start(me, [...words, `"${process.execPath}" hook.cjs`]);
    const [url] = await running.said(/http:[^"]+/);
    for (const run of ['run-1', 'run-2', 'run-3']) expect(await deliver(url, payload('run:completed', run))).toBe(204);
    const ran = () => readFileSync(join(me.home, 'ran'), 'utf8');
    await vi.waitFor(() => expect(ran()).toBe('x'), { timeout: 50_000, interval: 10 });
    running.stop();
    const { code, stderr, stdout } = await running.ended;
    expect([code, ran()]).toEqual([0, 'x']);
    const [, first, ...others] = jsonLines(stdout);
    expect(others).toHaveLength(2);
    expect(stderr).toContain(`Warning: ${process.execPath} was ended for ${first.id}.`);
    expect(stderr).toContain(
      `Warning: ${process.execPath} was not run for 2 deliveries, because the listener stopped.`,
    );
  });

  // trust: T-234
  test('--exec has no time limit by default, and --exec-timeout ends a command and is named in the warning', async () => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'hook.cjs'), 'setInterval(() => {}, 1000)');
    const words = [...listen.split(' '), '-o', 'ndjson', '--count', '1', '--exec-timeout', '1s', '--exec'];
    const running = start(me, [...words, `"${process.execPath}" hook.cjs`]);
    const [url] = await running.said(/http:[^"]+/);
    await deliver(url, payload('run:completed'));
    const { code, stderr, stdout } = await running.ended;
    const { id } = jsonLines(stdout)[1];
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`Warning: ${process.execPath} was ended for ${id} after 1s (--exec-timeout).`),
    ]);
    const { stdout: help } = await me.svc('webhook listen --help --all');
    expect(help).toMatch(/--exec-timeout <duration> +end the command after this time\s+\(default: none\)/);
    expect(help).toMatch(/Ctrl-C, SIGTERM and\s+SIGHUP end the running command/);
  });

  test.each([
    ['a name that is not set', '--exec true --exec-env NOT_SET', '--exec-env: the variable NOT_SET is not set.'],
    ['a value', '--exec true --exec-env NAME=value', '--exec-env must be a name without a value.'],
  ])('--exec-env with %s exits with 2', async (_, words, said) => {
    const { code, stderr, stdout } = await (await hookMachine()).svc(`${listen} --count 1 ${words}`, {
      env: { PATH: '/usr/bin:/bin' },
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('value ');
  });

  test.each([
    ['a name that is nowhere on PATH', 'nosuchcmd --with words', 'program nosuchcmd not found on PATH.'],
    ['a path where nothing is', './gone.sh', 'program ./gone.sh not found.'],
    ['a file that is not executable', './plain.txt', './plain.txt is not executable'],
    ['a folder', './', 'program ./ not found.'],
  ])('--exec with %s exits with 2 before anything listens', async (_, command, said) => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'plain.txt'), 'echo', { mode: 0o644 });
    const words = [...listen.split(' '), '--count', '1', '--exec', command];
    expect(await me.svc(words, { env: { PATH: `${me.home}/none:/usr/bin:/bin` } })).toFail(2, `--exec: ${said}`);
  });

  test('an --exec command that fails to start causes a warning, and the listener continues', async () => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'hook.sh'), '#!/nonexistent/shell\n', { mode: 0o755 });
    const words = `${listen} --count 2 -o ndjson --exec ./hook.sh`;
    const { ended, url } = await listening(me, words);
    await deliver(url, payload('run:created'));
    await deliver(url, payload('run:errored'));
    const { code, stderr, stdout } = await ended;
    expect([code, jsonLines(stdout).length]).toEqual([0, 3]);
    expect(stderr).toContain('Warning: Cannot run ./hook.sh (ENOENT: no such file or folder).');
    expect(stderr).toContain('2 deliveries: 2 verified.');
  });

  test.runIf(hasOpenssl())(
    'webhook listen --tls-cert and --tls-key use https, and --ca-file makes webhook trigger trust it',
    async () => {
      const { caFile, folder, remove } = sharedAuthority();
      onTestFinished(remove);
      const me = await hookMachine();
      const words = `${listen} --tls-cert ${folder}/cert.pem --tls-key ${folder}/key.pem`;
      const running = start(me, words.split(' '));
      const [url] = await running.said(/https:\S+/);
      const trigger = `webhook trigger run:created --token-env HOOK_TOKEN --to ${url}`;
      expect(await me.svc(trigger)).toMatchObject({ code: 6 });
      expect(await me.svc(`${trigger} --ca-file ${caFile}`)).toMatchObject({ code: 0 });
      const broken = words.replace('/key.pem', '/ca.pem');
      expect(await me.svc(broken)).toMatchObject({ code: 2, stdout: '' });
    },
  );

  test('webhook listen --status simulates a failure, and the delivery is still shown and counted', async () => {
    const words = `${listen} --status 503 --count 1 -o ndjson`;
    const { ended, url } = await listening(await hookMachine(), words);
    expect(await deliver(url, payload('run:created'))).toBe(503);
    const { code, stdout, stderr } = await ended;
    expect([code, jsonLines(stdout)[1]]).toMatchObject([0, { trigger: 'run:created', verified: true, status: 503 }]);
    expect(stderr).toContain('1 delivery: 1 verified.');
  });

  test.each([
    ['no token', 'webhook listen'],
    ['an invalid filter', `${listen} --filter nonsense`],
    ['an invalid status', `${listen} --status 99`],
    ['an invalid port', `${listen} --port 70000`],
    ['--forward to itself', `${listen} --port 18471 --forward http://localhost:18471/x`],
  ])('webhook listen %s exits with 2', async (_, words) => {
    expect(await (await hookMachine()).svc(words)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('webhook list, show, export', () => {
  test('webhook list shows the newest delivery first, and can be filtered and limited', async () => {
    const { me, ids } = await withDeliveries([
      [payload('run:created')],
      [payload('run:errored'), '0'.repeat(128)],
      [payload('run:completed')],
    ]);
    const rows = async (words: string) => JSON.parse((await me.svc(`webhook list --json${words}`)).stdout);
    expect((await rows('')).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());
    expect(await rows(' --limit 1')).toMatchObject([{ id: ids[2], trigger: 'run:completed', verified: true }]);
    const cut = 'Showing the newest 2; show more with --limit N.\n';
    expect((await me.svc('webhook list --limit 2')).stderr).toBe(cut);
    expect((await me.svc('webhook list --limit 3')).stderr).toBe('');
    expect(await rows(' --filter verified=false --since 1h')).toMatchObject([{ id: ids[1], cause: 'mismatch' }]);
    const { stdout } = await me.svc('webhook list -o table --columns id,verdict');
    expect(stdout).toContain(`${ids[1]}  wrong signature`);
  });

  test('an empty webhook list says whether there are no deliveries or no matching ones', async () => {
    const { svc } = await hookMachine();
    const none = { code: 0, stdout: '', stderr: 'The journal has no deliveries.\n' };
    expect(await svc('webhook list -o table')).toMatchObject(none);
    const { me } = await withDeliveries([[payload('run:created')]]);
    const unfit = { code: 0, stdout: '', stderr: 'No delivery in the journal matches.\n' };
    expect(await me.svc('webhook list -o table --filter run=run-2')).toMatchObject(unfit);
  });

  test('--since accepts every duration that the other flags and prompts about dates accept, such as 40d', async () => {
    const { me } = await withDeliveries([[payload('run:created')]]);
    expect(jsonLines((await me.svc('webhook list -o ndjson --since 40d')).stdout)).toHaveLength(1);
    expect(await me.svc('webhook list --since 40')).toExit(2, '--since must have a unit: 40h or 40m.');
  });

  test('webhook list --follow cuts a delivery to one line on a terminal, and does not cut it elsewhere', async () => {
    const { me, ids } = await withDeliveries([[payload('run:created')]]);
    const follow = (tty: boolean) => {
      const ended = AbortSignal.abort(new CancelledError());
      return me.svc('webhook list --follow -o table --no-color', { tty, signal: ended });
    };
    const { stdout } = await follow(true);
    // The message stands before the run, which may be cut.
    expect(stdout).toMatch(/^[\d:]{8} {2}verified {2}204 {2}run:created {10}network {7}Words about it {2}run…\n$/);
    expect(stdout.trimEnd().length).toBeLessThanOrEqual(80);
    expect(stdout.trimEnd()).not.toContain('\n');
    expect((await follow(false)).stdout).toMatch(
      new RegExp(`^[\\d:]{8}  verified         204  ${ids[0]}  run:created  network  run-1  Words about it\n$`),
    );
  });

  test('webhook list --follow prints the whole reason of a rejection on lines of its own on a terminal', async () => {
    const { me } = await withDeliveries([[payload('run:errored'), 'short'], [payload('run:created')]]);
    const reason = [
      '    The signature is not hexadecimal; 128 hexadecimal digits are expected.',
      '    Check next: Write the signature as 128 hexadecimal digits.\n',
    ].join('\n');
    const ended = AbortSignal.abort(new CancelledError());
    const followed = await me.svc('webhook list --follow', { tty: true, columns: 80, signal: ended });
    expect(followed.stdout).toMatch(/\u001b\[31mbad format\u001b\[39m +401 /);
    expect(followed.stdout).toContain(reason);
    const { stdout } = await me.svc('webhook list --no-color', { tty: true, columns: 80 });
    expect(stdout).toContain(reason.split('\n')[0]);
    expect(stdout).not.toContain('Check next');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(
      /^RECEIVED +TRIGGER +WORKSPACE +VERDICT +ID +STATUS.*\n.* {2}verified +[0-9a-z]{16} +204.*\n.* run:errored .* bad format +[0-9a-z]{16} +401/,
    );
  });

  test('webhook list --follow shows new deliveries until Ctrl-C', async () => {
    const { me, ids } = await withDeliveries([[payload('run:created')]]);
    const following = start(me, ['webhook', 'list', '--follow', '-o', 'ndjson']);
    await following.said(new RegExp(ids[0]!));
    const { url } = await listening(me);
    const seen = following.said(/"run:completed"/);
    let done = false;
    void seen.finally(() => {
      done = true;
    });
    while (!done) await deliver(url, payload('run:completed'));
    await seen;
    following.stop();
    expect(await following.ended).toMatchObject({ code: 130 });
  });

  test('webhook show prints headers, payload and reason, and accepts the start of an id', async () => {
    const { me, ids } = await withDeliveries([[payload('run:errored'), 'short']]);
    const { code, stdout } = await me.svc(`webhook show ${ids[0]?.slice(0, 20)} -o table`);
    expect(code).toBe(0);
    for (const words of ['bad format', 'not hexadecimal', 'Write the signature as 128', header, '"run_id": "run-1"'])
      expect(stdout).toContain(words);
    const { stdout: json } = await me.svc(`webhook show ${ids[0]} --json`);
    expect(JSON.parse(json)).toMatchObject({ id: ids[0], body: payload('run:errored'), verdict: 'malformed' });
  });

  test('webhook show cuts no header and no reason at 80 columns', async () => {
    const { me } = await withDeliveries([[payload('run:errored'), 'short'], [payload('run:created')]]);
    const shown = async (id: string) =>
      (await me.svc(`webhook show ${id} --no-color`, { tty: true, columns: 80 })).stdout;
    expect(await shown('last')).toMatch(/^HEADER +VALUE\n(?:.*\n)*x-\S+-signature +[0-9a-f]{128}$/im);
    const rejected = await shown('last-rejected');
    expect(rejected).toMatch(
      /^reason {7}The signature is not hexadecimal; 128 hexadecimal digits are\n {13}expected\.$/m,
    );
  });

  test('webhook list shows trigger, workspace, verdict and the start of the id at 80 columns, and CSV has the whole id', async () => {
    const { me, ids } = await withDeliveries([[payload('run:completed')]]);
    const { stdout } = await me.svc('webhook list --no-color', { tty: true, columns: 80 });
    expect(stdout).toMatch(
      new RegExp(` +run:completed +network +verified +${ids[0]!.slice(0, 16)}\\b(?!${ids[0]!.slice(16)})`),
    );
    expect((await me.svc(`webhook show ${ids[0]!.slice(0, 16)} --jq .id`)).stdout).toBe(`${ids[0]}\n`);
    expect((await me.svc('webhook list --columns id -o csv')).stdout).toContain(ids[0]);
  });

  test('webhook show accepts last and last-rejected, and lets the user pick a delivery on a terminal', async () => {
    const { me, ids } = await withDeliveries([[payload('run:errored'), 'short'], [payload('run:created')]]);
    const shown = async (words: string, answers: string[] = []) => {
      const tty = answers.length > 0;
      const { stderr, stdout } = await me.svc(`webhook show --jq .id${words}`, { tty, answers });
      return stdout.trim() || stderr;
    };
    expect([await shown(' last'), await shown(' last-rejected')]).toEqual([ids[1], ids[0]]);
    expect(await shown('', [ids[0]!])).toBe(ids[0]);
    expect(await me.svc('webhook show')).toExit(2, '<id>');
  });

  test('webhook show exits with 3 for a delivery that does not exist', async () => {
    const { svc } = await hookMachine();
    for (const words of ['0123', 'last', 'last-rejected', 'constructor'])
      expect(await svc(`webhook show ${words}`)).toMatchObject({ code: 3, stdout: '' });
  });

  test('webhook export prints one object on each line, the oldest first', async () => {
    const { me, ids } = await withDeliveries([[payload('run:created')], [payload('run:errored')]]);
    const lines = jsonLines((await me.svc('webhook export')).stdout);
    expect(lines.map(({ id, body }) => [id, body])).toEqual([
      [ids[0], payload('run:created')],
      [ids[1], payload('run:errored')],
    ]);
    expect(jsonLines((await me.svc('webhook export --filter trigger=run:errored')).stdout)).toHaveLength(1);
    expect(await me.svc('webhook export --filter nonsense')).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('webhook replay', () => {
  test('webhook replay sends the original bytes with a new signature', async () => {
    const { me, ids } = await withDeliveries([[payload('run:created')], [payload('run:completed')]]);
    const { received, url } = await startReceiver();
    const { code, stdout } = await me.svc(
      `webhook replay ${ids[1]} ${ids[0]} --to ${url} --token-env OLD_TOKEN --json`,
    );
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        { trigger: 'run:completed', replayed: ids[1], status: 200, answer: 'ok' },
        { trigger: 'run:created', replayed: ids[0], status: 200, answer: 'ok' },
      ],
    ]);
    expect(received.map(({ headers, text }) => [text, headers[header]])).toEqual(
      [payload('run:completed'), payload('run:created')].map((body) => [body, signature(body, 'the-key-before')]),
    );
  });

  test('webhook replay signs an unverified delivery only with --allow-unverified', async () => {
    const { me, ids } = await withDeliveries([[payload('run:created'), 'wrong']]);
    const { received, url } = await startReceiver();
    const words = `webhook replay ${ids[0]} --to ${url} --token-env HOOK_TOKEN`;
    expect(await me.svc(words)).toMatchObject({ code: 8, stdout: '' });
    expect(received).toHaveLength(0);
    const rehearsed = await me.svc(`${words} --allow-unverified --dry-run`);
    expect(rehearsed).toMatchObject({ code: 0, stdout: expect.stringContaining(signature(payload('run:created'))) });
    expect(received).toHaveLength(0);
    expect(await me.svc(`${words} --allow-unverified`)).toMatchObject({ code: 0 });
    expect(received).toHaveLength(1);
  });

  test('webhook replay prompts for a delivery and a URL on a terminal, and names both if they are missing elsewhere', async () => {
    const { received, url } = await startReceiver();
    const { me, ids } = await withDeliveries([[payload('run:created')]]);
    const { code } = await me.svc('webhook replay --token-env HOOK_TOKEN', { tty: true, answers: [url, ids[0]!] });
    expect([code, received.map(({ text }) => text)]).toEqual([0, [payload('run:created')]]);
    expect(await me.svc('webhook replay --token-env HOOK_TOKEN')).toExit(2, 'Missing required arguments: <id>, --to (');
  });

  test('webhook replay exits with 3 for an unknown id and with 5 for a rejected delivery', async () => {
    const { me, ids } = await withDeliveries([[payload('run:created')]]);
    const receiver = await startReceiver();
    receiver.answer = (response) => response.writeHead(401).end();
    const to = `--to ${receiver.url} --token-env HOOK_TOKEN`;
    expect(await me.svc(`webhook replay zzzz ${to}`)).toMatchObject({ code: 3 });
    expect(await me.svc(`webhook replay ${ids[0]} ${to}`)).toMatchObject({ code: 5 });
  });
});

describe('--header', () => {
  // trust: T-250
  test('--header of webhook trigger and --forward is sent, and a secret in it comes from a file or a variable and is never shown', async () => {
    const { received, url } = await startReceiver();
    const me = await machine({ HOOK_TOKEN: key, GATE: 'the-key-of-the-gate' });
    writeFileSync(join(me.home, 'gate'), 'Bearer the-key-in-a-file\n');
    const secret = ['--header', 'X-Api-Key: env:GATE'];
    const headers = ['--header', 'X-Team: network', ...secret, '--header', 'Authorization: @gate'];
    const sent = await me.svc([
      'webhook',
      'trigger',
      'run:created',
      '--to',
      url,
      '--token-env',
      'HOOK_TOKEN',
      '--debug',
      ...headers,
    ]);
    expect(sent).toMatchObject({ code: 0 });
    const running = start(me, [...listen.split(' '), '--forward', url, '--count', '1', ...headers]);
    const [to] = await running.said(/http:\/\/127\.0\.0\.1:\d+\//);
    await deliver(to, payload('run:created'));
    const { stderr, stdout } = await running.ended;
    const wanted = {
      'x-team': 'network',
      'x-api-key': 'the-key-of-the-gate',
      authorization: 'Bearer the-key-in-a-file',
    };
    expect(received.map(({ headers: got }) => got)).toMatchObject([wanted, wanted]);
    expect(sent.stdout + sent.stderr + stdout + stderr).not.toMatch(/the-key-(of-the-gate|in-a-file)/);
  });

  test.each([
    ['X-Team', 'must be NAME: VALUE'],
    ['X Team: a', 'must be NAME: VALUE'],
    ['X-Team: a\r\nX-Other: b', 'must be NAME: VALUE'],
    ['Host: other.example', 'Host is set by svc'],
    ['Authorization: Bearer typed', 'is a secret'],
  ])('--header %j is rejected with the reason', async (line, reason) => {
    const me = await hookMachine();
    const words = ['webhook', 'trigger', 'run:created', '--to', 'http://127.0.0.1:1/', '--token-env', 'HOOK_TOKEN'];
    expect(await me.svc([...words, '--header', line])).toExit(2, reason);
  });

  test.each([
    ['Authorization: @missing.txt', '--header: cannot read missing.txt: '],
    ['Authorization: @empty.txt', 'Use --header "Authorization: @FILE" or --header "Authorization: env:VARIABLE".'],
    ['Authorization: env:MISSING', 'The environment variable MISSING is not set.'],
  ])('the error for --header %j names --header, not a flag that svc derives from it', async (line, reason) => {
    const me = await hookMachine();
    writeFileSync(join(me.home, 'empty.txt'), '\n');
    const words = ['webhook', 'trigger', 'run:created', '--to', 'http://127.0.0.1:1/', '--token-env', 'HOOK_TOKEN'];
    const { code, stderr } = await me.svc([...words, '--header', line]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(stderr).not.toContain('--header-');
  });
});

test('webhook replay --filter and --since resend the matching verified deliveries, the oldest first', async () => {
  const { me, ids } = await withDeliveries([
    [payload('run:errored', 'run-1')],
    [payload('run:errored', 'run-2'), '0'.repeat(128)],
    [payload('run:created', 'run-3')],
    [payload('run:errored', 'run-4')],
  ]);
  const { received, url } = await startReceiver();
  const to = `--to ${url} --token-env HOOK_TOKEN`;
  expect(await me.svc(`webhook replay --filter trigger=run:errored --since 1h ${to}`)).toMatchObject({ code: 0 });
  expect(received.map(({ text }) => JSON.parse(text).run_id)).toEqual(['run-1', 'run-4']);
  expect(await me.svc(`webhook replay --filter run=run-9 ${to}`)).toExit(3, 'No delivery in the journal matches');
  expect(await me.svc(`webhook replay ${ids[0]} --since 1h ${to}`)).toExit(2, 'either ids or --filter');
});

test('a delivery that its sender repeats is stored, and marked as repeated with the id of the first one', async () => {
  const me = await hookMachine();
  const { ended, url } = await listening(me, `${listen} -o ndjson --count 3`);
  const body = payload('run:created');
  for (const each of [body, payload('run:planning'), body]) await deliver(url, each);
  const [, first, other, again] = jsonLines((await ended).stdout);
  expect([first.repeated, other.repeated, again]).toMatchObject([
    undefined,
    undefined,
    { id: first.id, repeated: true },
  ]);
  expect(JSON.parse((await me.svc('webhook list --json')).stdout)).toHaveLength(3);
  const { ended: shown, url: place } = await listening(me, `${listen} --count 2`);
  for (const each of [body, body]) await deliver(place, each);
  const lines = (await shown).stdout.split('\n').slice(1, 3);
  expect(lines.map((line) => line.endsWith('  repeated'))).toEqual([false, true]);
});

describe('webhook wait', () => {
  const waiting = (me: Machine, words: string) => listening(me, `webhook wait --token-env HOOK_TOKEN ${words}`);

  test('webhook wait prints the event and exits with 0, and ignores wrong signatures and other events', async () => {
    const { ended, url } = await waiting(await hookMachine(), '--until trigger=run:completed -o json');
    const body = payload('run:completed');
    await deliver(url, body, signature(body, 'a stranger'));
    await deliver(url, payload('run:planning'));
    await deliver(url, body);
    const { code, stderr, stdout } = await ended;
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ event: 'delivery', verified: true, trigger: 'run:completed' }),
    ]);
    expect(stderr).toContain('3 deliveries: 2 verified, 1 wrong signature.');
  });

  test('webhook wait --count counts a repeated event once', async () => {
    const { ended, url } = await waiting(await hookMachine(), '--until trigger=run:completed --count 2 -o ndjson');
    for (const run of ['run-1', 'run-1', 'run-2']) await deliver(url, payload('run:completed', run));
    const { code, stdout } = await ended;
    expect([code, jsonLines(stdout).map(({ notification }) => notification.run_id)]).toEqual([0, ['run-1', 'run-2']]);
  });

  test('webhook wait exits with 8 for a failed run, unless --until requests the failure', async () => {
    const first = await waiting(await hookMachine(), '--until trigger=run:completed');
    await deliver(first.url, payload('run:errored'));
    expect(await first.ended).toExit(8, 'run-1 failed');
    const second = await waiting(await hookMachine(), '--until trigger=run:errored');
    await deliver(second.url, payload('run:errored'));
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  test('webhook wait exits with 7 after a timeout', async () => {
    const { ended } = await waiting(await hookMachine(), '--until trigger=run:completed --timeout 1ms');
    expect(await ended).toFail(7, 'Timed out before trigger=run:completed');
  });

  test('webhook wait exits with 130 after Ctrl-C', async () => {
    const { ended, stop } = await waiting(await hookMachine(), '--until trigger=run:completed');
    stop();
    const cancelled = await ended;
    expect(cancelled).toMatchObject({ code: 130, stdout: '' });
    expect(cancelled.stderr).toMatch(/Cancelled; no deliveries received\.\n$/);
    expect(cancelled.stderr).not.toContain('0 verified');
  });

  test.each([
    ['nothing to wait for', 'webhook wait --token-env HOOK_TOKEN'],
    ['an invalid filter', 'webhook wait --token-env HOOK_TOKEN --until completed'],
    ['no token', 'webhook wait --until trigger=run:completed'],
  ])('webhook wait %s exits with 2', async (_, words) => {
    expect(await (await hookMachine()).svc(words)).toMatchObject({ code: 2, stdout: '' });
  });
});

test('webhook wait reports every other request with the reason why it does not end the wait', async () => {
  const me = await hookMachine();
  const { ended, url } = await listening(me, 'webhook wait --token-env HOOK_TOKEN --until trigger=run:completed');
  await fetch(url);
  await deliver(url, payload('run:created'), null);
  await deliver(url, payload('run:planning'));
  await deliver(url, payload('run:completed'));
  const { code, stderr } = await ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/Warning: .*bad request .*Wrong method GET/);
  expect(stderr).toMatch(/Warning: .*no signature .*has no signature/);
  expect(stderr).toMatch(/verified .*run:planning.*\(not waited for\)/);
});

describe('values in filters', () => {
  test.each([
    ['wait --token-env HOOK_TOKEN --until trigger=run:complted', '--until', 'trigger=run:completed'],
    ['listen --token-env HOOK_TOKEN --filter trigger=verifcation', '--filter', 'trigger=verification'],
    ['list --filter verdict=missmatch', '--filter', 'verdict=mismatch'],
    ['list --filter verified=flase', '--filter', 'verified=false'],
    ['export --filter cause=sha25', '--filter', 'cause=sha256'],
  ])('webhook %s is rejected with a suggestion for the value', async (words, flag, meant) => {
    expect(await (await hookMachine()).svc(`webhook ${words}`)).toFail(
      2,
      new RegExp(`Invalid value ".+" for ${meant.split('=')[0]} of ${flag}\\. Choose from: `),
      `Did you mean "${meant}"?`,
    );
  });

  test('a filter with a star or with an unknown trigger is accepted with a warning, because a newer service may have that trigger', async () => {
    const { me, ids } = await withDeliveries([[payload('run:policy_checked')], [payload('run:planned')]]);
    const rows = async (filter: string) => {
      const { code, stderr, stdout } = await me.svc(`webhook list --json --filter ${filter}`);
      return [code, JSON.parse(stdout).map(({ id }: { id: string }) => id), stderr];
    };
    expect(await rows('verdict=ver*')).toEqual([0, ids.toReversed(), '']);
    const warning = expect.stringContaining('accepted since a newer service may have it');
    expect(await rows('trigger=run:policy_checked')).toEqual([0, [ids[0]], warning]);
    expect(await rows('trigger=run:planned*')).toEqual([0, [ids[1]], warning]);
  });
});
