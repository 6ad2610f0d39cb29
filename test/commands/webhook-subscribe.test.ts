import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Broker } from '../../src/webhooks/broker/connection.ts';
import { startReceiver } from '../sandbox/receiver.ts';
import { freePort } from '../support/free-port.ts';
import { hasNats, type NatsServer, startNats } from '../support/nats.ts';
import { jsonLines } from '../support/output.ts';
import { start } from '../support/running.ts';
import { type Machine, machine } from '../support/svc.ts';
import { opened, type Publication, publish, publishRaw, token, withStream } from '../webhooks/broker/room.ts';

const isAbsent = !hasNats();
const name = 'svc-deliveries';

const runsOf = (stdout: string) =>
  jsonLines(stdout)
    .filter(({ event }) => event === 'delivery')
    .map(({ notification }) => notification.run_id);

/** Writes a hook that notes the run of each delivery in `ran`, and fails for the runs that are named. */
function hook({ home }: Machine, failing: readonly string[] = []): string {
  writeFileSync(
    join(home, 'hook.cjs'),
    `require('fs').appendFileSync('ran', process.env.SVC_WEBHOOK_RUN_ID + '\\n');
     process.exit(${JSON.stringify(failing)}.includes(process.env.SVC_WEBHOOK_RUN_ID) ? 3 : 0);`,
  );
  return `"${process.execPath}" hook.cjs`;
}
const ran = ({ home }: Machine) => readFileSync(join(home, 'ran'), 'utf8').trim().split('\n');

describe.skipIf(isAbsent)('webhook listen --subscribe', () => {
  let nats: NatsServer;
  let broker: Broker;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats.close());
  beforeEach(async () => {
    broker = await opened(nats.url);
    await withStream(broker, name);
  });

  const reader = (env: Record<string, string> = {}) => machine({ HOOK_TOKEN: token, ...env });

  /** Starts a reader, and waits until it reads. */
  async function listening(me: Machine, ...more: string[]) {
    const words = ['webhook', 'listen', '--subscribe', nats.url, '--token-env', 'HOOK_TOKEN', '-o', 'ndjson'];
    const running = start(me, [...words, ...more]);
    await running.said(/"listening"/);
    return running;
  }

  test('webhook listen --subscribe shows the same fields as a local listener, and writes no journal', async () => {
    const me = await reader();
    const { ended } = await listening(me, '--count', '2');
    const sent = await publish(broker);
    await publish(broker, { key: 'another key' });
    const { code, stderr, stdout } = await ended;
    const [first, delivery, rejected] = jsonLines(stdout);
    expect([code, first]).toEqual([0, { event: 'listening', url: nats.url }]);
    const { id, at, notification, trigger } = sent;
    const same = { event: 'delivery', id, at, trigger, notification };
    expect(delivery).toEqual({ ...same, verified: true, reason: null, signedWith: '$HOOK_TOKEN', status: 204 });
    expect(rejected).toMatchObject({ verified: false, status: 401, signedWith: null });
    expect(stderr).toBe(`2 deliveries: 1 verified, 1 wrong signature. Stored in the stream ${name}.\n`);
    expect((await me.svc('webhook list')).stderr).toBe('The journal has no deliveries.\n');
  });

  test('webhook listen --subscribe without -o prints a line for each delivery, and names the stream and the reader', async () => {
    const me = await reader({ SVC_NATS: nats.url });
    const running = start(me, 'webhook listen --subscribe --token-env HOOK_TOKEN --durable ci --count 1'.split(' '));
    await running.said(/^Reading the stream svc-deliveries at 127\.0\.0\.1:\d+ as ci\n$/);
    const { id } = await publish(broker);
    expect((await running.ended).stdout).toMatch(
      new RegExp(`\\d\\d:\\d\\d:\\d\\d  verified         204  ${id}  run:completed  network  run-1`),
    );
  });

  test('webhook listen --subscribe starts at --since or --from-sequence, otherwise with new deliveries', async () => {
    const me = await reader();
    for (const run of ['run-1', 'run-2']) await publish(broker, { run });
    const read = async (...more: string[]) => {
      const words = ['webhook', 'listen', '--subscribe', nats.url, '--token-env', 'HOOK_TOKEN', '-o', 'ndjson'];
      return runsOf((await me.svc([...words, ...more])).stdout);
    };
    expect(await read('--since', '1h', '--count', '2')).toEqual(['run-1', 'run-2']);
    expect(await read('--from-sequence', '2', '--count', '1')).toEqual(['run-2']);
    expect(await read('--for', '50ms')).toEqual([]);
  });

  test('--subscribe --filter shows, runs and counts only matching deliveries, and acknowledges the others', async () => {
    const me = await reader();
    const { ended } = await listening(
      me,
      ...['--durable', 'ci', '--filter', 'trigger=run:errored', '--exec', hook(me), '--count', '1'],
    );
    await publish(broker, { run: 'run-1' });
    await publish(broker, { run: 'run-2', trigger: 'run:errored' });
    expect(runsOf((await ended).stdout)).toEqual(['run-2']);
    expect(ran(me)).toEqual(['run-2']);
    const { consumers } = await jetstreamManager(broker.connection);
    await expect
      .poll(() => consumers.info(name, 'ci'), { timeout: 20_000 })
      .toMatchObject({ num_pending: 0, num_ack_pending: 0 });
  });

  test('--subscribe --durable retries a failed command, and counts the delivery once', async () => {
    const me = await reader();
    const { ended } = await listening(
      me,
      '--durable',
      'ci',
      '--exec',
      hook(me, ['run-1']),
      '--count',
      '1',
      '--max-deliver',
      '2',
    );
    const { id } = await publish(broker, { run: 'run-1' });
    const { code, stderr, stdout } = await ended;
    expect(code).toBe(0);
    expect(ran(me)).toEqual(['run-1', 'run-1']);
    expect(runsOf(stdout)).toEqual(['run-1', 'run-1']);
    expect(stderr.replaceAll(process.execPath, 'node')).toBe(
      [
        `Warning: node ended with 3 for ${id}.`,
        `Warning: Retrying delivery ${id} in 1 s (attempt 1 of 2 failed).`,
        `Warning: node ended with 3 for ${id}.`,
        `Warning: Delivery ${id} failed in 2 attempts. It is a dead letter now: svc.dead.ws-XdeUVMWShTesDMME.run_completed.`,
        `1 delivery: 1 verified, 1 delivered again, 1 dead-lettered. Stored in the stream ${name}.`,
        '',
      ].join('\n'),
    );
  });

  // trust: T-103
  test('--subscribe --durable runs a replayed delivery marked as repeated, and another delivery with the same id', async () => {
    const me = await reader();
    const { ended } = await listening(me, '--durable', 'ci', '--exec', hook(me), '--count', '3');
    const { body, id } = await publish(broker, { run: 'run-1' });
    await publish(broker, { bytes: body, lines: { 'Nats-Msg-Id': 'replayed' } });
    await publish(broker, { run: 'run-2', id });
    const { stdout } = await ended;
    const shown = jsonLines(stdout).slice(1);
    expect(shown.map((event) => [event.id, event.repeated])).toEqual([
      [id, undefined],
      [null, true],
      [id, undefined],
    ]);
    expect(ran(me)).toEqual(['run-1', 'run-1', 'run-2']);
  });

  test('--subscribe --durable divides the deliveries among two readers, and each delivery runs once', async () => {
    const [one, other] = [await reader(), await reader()];
    const first = await listening(one, '--durable', 'ci', '--exec', hook(one));
    const second = await listening(other, '--durable', 'ci', '--exec', hook(other));
    const runs = Array.from({ length: 8 }, (_, at) => `run-${at}`);
    await Promise.all(runs.map((run) => publish(broker, { run })));
    const { consumers } = await jetstreamManager(broker.connection);
    await expect
      .poll(() => consumers.info(name, 'ci'), { timeout: 20_000 })
      .toMatchObject({ num_pending: 0, num_ack_pending: 0 });
    first.stop();
    second.stop();
    expect((await first.ended).code).toBe(0);
    expect((await second.ended).code).toBe(0);
    expect([...ran(one), ...ran(other)].sort()).toEqual(runs);
  });

  test('--subscribe --durable resumes where the reader stopped, and says that --from-sequence does not apply', async () => {
    const me = await reader();
    const ci = (flags: string) =>
      me.svc(`webhook listen --subscribe ${nats.url} --token-env HOOK_TOKEN --durable ci ${flags} --count 1`);
    for (const run of ['run-1', 'run-2']) await publish(broker, { run });
    expect((await ci('--since 1h')).stdout).toContain('run-1');
    const { code, stderr, stdout } = await ci('--from-sequence 1');
    expect([code, stdout]).toEqual([0, expect.stringContaining('run-2')]);
    expect(stderr).toMatch(
      /^--durable ci already exists and resumes where it stopped; a start applies to new names only\.\n/,
    );
  });

  // trust: T-105
  test('--subscribe --durable leaves unfinished deliveries to another reader after Ctrl-C', async () => {
    const [one, other] = [await reader(), await reader()];
    const endless = `require('fs').appendFileSync('ran', 'x'); setInterval(() => {}, 1000); console.error('up')`;
    writeFileSync(join(one.home, 'endless.cjs'), endless);
    const first = await listening(one, '--durable', 'ci', '--exec', `"${process.execPath}" endless.cjs`);
    await publish(broker, { run: 'run-1' });
    await publish(broker, { run: 'run-2' });
    await expect.poll(() => existsSync(join(one.home, 'ran')), { timeout: 20_000 }).toBe(true);
    first.stop();
    expect((await first.ended).code).toBe(0);
    const second = await listening(other, '--durable', 'ci', '--exec', hook(other), '--count', '2');
    expect((await second.ended).code).toBe(0);
    expect(ran(other).sort()).toEqual(['run-1', 'run-2']);
  });

  // trust: T-102
  test('webhook listen --subscribe never runs a foreign message or a delivery with a wrong signature, and acknowledges both', async () => {
    const me = await reader();
    const { ended } = await listening(me, '--durable', 'ci', '--exec', hook(me), '--count', '2');
    await publishRaw(nats.port, 'svc.deliveries.x.y', 'Svc-Verdict: verified', '{"run_id":"run-1"}');
    await publish(broker, { run: 'run-2', key: 'another key' });
    await publish(broker, { run: 'run-3' });
    const { stderr } = await ended;
    expect(ran(me)).toEqual(['run-3']);
    expect(stderr).toContain(`Warning: Message 1 of ${name} is not a delivery; it is ignored.\n`);
    expect(stderr).toContain('1 verified, 1 wrong signature, 1 ignored as foreign.');
  });

  // trust: T-239
  test('--subscribe --durable reports how many messages were deleted before it read them', async () => {
    const me = await reader();
    await publish(broker, { run: 'run-1' });
    const { ended } = await listening(me, '--durable', 'ci', '--since', '1h', '--count', '1');
    expect((await ended).stderr).not.toContain('deleted');
    for (const run of ['run-2', 'run-3', 'run-4', 'run-5']) await publish(broker, { run });
    const { streams } = await jetstreamManager(broker.connection);
    await streams.purge(name, { keep: 1 });
    const show = `webhook stream show --nats ${nats.url} --jq .readers[0].deletedUnread`;
    expect((await me.svc(show)).stdout).toBe('3\n');
    const { stderr, stdout } = await (await listening(me, '--durable', 'ci', '--count', '1')).ended;
    expect(stdout).toContain('run-5');
    expect(stderr).toContain(
      `Warning: Up to 3 messages of ${name} were deleted before ci handled them: the stream has a limit.`,
    );
    expect(stderr).toContain('1 delivery: 1 verified, 3 deleted unread at most.');
  });

  test('--subscribe --forward sends the original bytes and headers, and retries until the receiver accepts them', async () => {
    const me = await reader();
    const receiver = await startReceiver();
    const answers = [500, 204];
    receiver.answer = (response) => response.writeHead(answers.shift() ?? 204).end();
    const { ended } = await listening(me, '--durable', 'ci', '--forward', receiver.url, '--count', '1');
    const { body } = await publish(broker);
    const { stdout } = await ended;
    expect(jsonLines(stdout).map(({ status }) => status)).toEqual([undefined, 500, 204]);
    expect(receiver.received).toHaveLength(2);
    for (const { bytes, headers } of receiver.received) {
      expect(bytes.equals(body)).toBe(true);
      expect(headers).toMatchObject({ 'x-api-key': 'a-secret-of-the-sender' });
    }
  });

  test('--subscribe --ui shows the stored deliveries of the stream and the new ones', async () => {
    const me = await reader();
    const past = await publish(broker, { run: 'run-1' });
    const { said } = await listening(me, '--ui');
    const [, ui = ''] = await said(/"ui":"(http:[^"]+)"/);
    const { body } = await fetch(`${ui}events`);
    const shown = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (id: string) => {
      while (!text.includes(id)) text += (await shown.read()).value;
    };
    await until(past.id);
    const { id } = await publish(broker, { run: 'run-2' });
    await until(id);
    await shown.cancel();
    expect(text).not.toContain(token);
  });

  test.for([
    ['listen --subscribe nats://u:p@127.0.0.1:1', '--subscribe must not contain credentials'],
    ['listen --subscribe --durable a.b', '--durable must be up to 64 letters, digits, hyphens and underscores'],
  ] as const)('webhook %s exits with 2', async ([words, said]) => {
    const { code, stderr } = await (await reader()).svc(`webhook ${words}`);
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(said)]);
  });

  test('--subscribe exits with 6 for an unreachable server and with 3 for a missing stream, with a hint', async () => {
    const me = await reader();
    const port = await freePort();
    expect(await me.svc(`webhook listen --subscribe nats://127.0.0.1:${port} --token-env HOOK_TOKEN`)).toExit(
      6,
      `Connection refused by 127.0.0.1:${port}.`,
    );
    const words = `--subscribe ${nats.url} --stream other --token-env HOOK_TOKEN`;
    const missing = { code: 3, stderr: expect.stringContaining(`in the stream "${name}": --stream ${name}\n`) };
    expect(await me.svc(`webhook listen ${words}`)).toMatchObject(missing);
    expect(await me.svc(`webhook list ${words}`)).toMatchObject(missing);
    expect(await me.svc(`webhook wait --until run=x ${words}`)).toMatchObject(missing);
  });

  describe('the verbs that read deliveries', () => {
    const from = (me: Machine, words: string, more = '') =>
      me.svc(`webhook ${words} --subscribe ${nats.url} --token-env HOOK_TOKEN${more}`);
    const published = async (...publications: Publication[]) => {
      const ids: string[] = [];
      for (const each of publications) ids.push((await publish(broker, each)).id);
      return ids;
    };

    test('webhook list, show and export --subscribe read the stream', async () => {
      const me = await reader();
      const [first, second] = await published({ run: 'run-1' }, { run: 'run-2', trigger: 'run:errored' });
      const columns = ' --columns id,verdict -o tsv';
      expect((await from(me, 'list', columns)).stdout).toBe(`${second}\tverified\n${first}\tverified\n`);
      expect((await from(me, 'list --filter trigger=run:errored', columns)).stdout).toBe(`${second}\tverified\n`);
      const { code, stdout } = await from(me, `show ${first}`, ' --jq .notification.run_id');
      expect([code, stdout]).toEqual([0, 'run-1\n']);
      expect(jsonLines((await from(me, 'export --since 1h')).stdout).map(({ id }) => id)).toEqual([first, second]);
    });

    test('webhook list --subscribe says that the stream has no deliveries, and --follow shows new ones', async () => {
      const me = await reader();
      expect((await from(me, 'list')).stderr).toBe(`The stream ${name} has no deliveries.\n`);
      await published({ run: 'run-1' });
      const words = `webhook list --follow --subscribe ${nats.url} --token-env HOOK_TOKEN -o ndjson`;
      const { ended, said, stop } = start(me, words.split(' '));
      await said(/run-1/);
      await published({ run: 'run-2' });
      await said(/run-2/);
      stop();
      expect((await ended).code).toBe(130);
    });

    test('webhook replay --subscribe signs only a delivery that the given token verifies', async () => {
      const me = await reader();
      const receiver = await startReceiver();
      const [good, bad] = await published({ run: 'run-1' }, { run: 'run-2', key: 'another key' });
      expect((await from(me, `replay ${good} --to ${receiver.url}`)).code).toBe(0);
      expect(await from(me, `replay ${bad} --to ${receiver.url}`)).toExit(
        8,
        `Delivery ${bad} was not verified, so it is not signed`,
      );
      expect(receiver.received).toHaveLength(1);
    });

    test('webhook list, show and replay find dead letters with the name of the reader, even after the original was deleted', async () => {
      const me = await reader();
      const receiver = await startReceiver();
      const [original, fine] = await published({ run: 'run-1' }, { run: 'run-2' });
      const failing = hook(me, ['run-1']);
      for (const durable of ['ci', 'deploy']) {
        const flags = `--durable ${durable} --since 1h --max-deliver 1 --count 2 --exec`.split(' ');
        const { ended } = await listening(me, ...flags, failing);
        expect((await ended).code).toBe(0);
      }
      const { streams } = await jetstreamManager(broker.connection);
      await streams.purge(name, { filter: 'svc.deliveries.>' });
      expect((await from(me, `show ${original}`)).code).toBe(3);
      const columns = ' --columns id,verdict,moved-by -o tsv';
      expect((await from(me, 'list --dead-letters', columns)).stdout).toBe(
        `${original}\tverified\tdeploy\n${original}\tverified\tci\n`,
      );
      const shown = await from(me, `show ${original!.slice(0, 20)} --moved-aside`, ' --jq .movedBy');
      expect([shown.code, shown.stdout]).toEqual([0, 'deploy\n']);
      expect(jsonLines((await from(me, 'export --moved-aside')).stdout).map(({ movedBy }) => movedBy)).toEqual([
        'ci',
        'deploy',
      ]);
      expect((await from(me, `replay ${original} --moved-aside --to ${receiver.url}`)).code).toBe(0);
      expect(receiver.received).toHaveLength(1);
      expect(await from(me, `show ${fine} --dead-letters`)).toExit(
        3,
        `No delivery in the stream ${name} (dead letters) starts with ${fine}.\nHint: svc webhook list --subscribe --dead-letters\n`,
      );
    });

    // trust: T-237
    test('webhook replay --again runs a dead letter in the readers that failed, and an ordinary delivery in every reader', async () => {
      const me = await reader();
      const [failed] = await published({ run: 'run-1' });
      const reading = async (durable: string, failing: string[]) => {
        const flags = `--durable ${durable} --since 1h --max-deliver 1 --count 1 --exec`.split(' ');
        const { ended } = await listening(me, ...flags, hook(me, failing));
        return (await ended).stderr;
      };
      expect(await reading('ci', ['run-1'])).toContain(
        `Delivery ${failed} failed in 1 attempt. It is a dead letter now`,
      );
      await reading('deploy', []);
      expect(ran(me)).toEqual(['run-1', 'run-1']);
      const again = await from(me, `replay ${failed} --dead-letters --again`, ' -o ndjson');
      const [{ id }] = jsonLines(again.stdout);
      expect(jsonLines(again.stdout)).toEqual([
        { replayed: failed, id: expect.not.stringContaining(failed!), onlyFor: 'ci' },
      ]);
      await publish(broker, { run: 'run-2' });
      await reading('deploy', []);
      await reading('ci', []);
      expect(ran(me)).toEqual(['run-1', 'run-1', 'run-2', 'run-1']);
      expect((await from(me, `replay ${id} --again --dry-run`)).stdout).toBe('');
      expect(jsonLines((await from(me, `replay ${failed} --again`, ' -o ndjson')).stdout)).toMatchObject([
        { onlyFor: null },
      ]);
      await reading('deploy', []);
      expect(ran(me).slice(4)).toEqual(['run-1']);
    });

    test('webhook wait --subscribe ends with the event, also with an earlier one', async () => {
      const me = await reader();
      const words = `webhook wait --until run=run-2 --subscribe ${nats.url} --token-env HOOK_TOKEN -o ndjson`;
      const { ended, said } = start(me, words.split(' '));
      await said(/Waiting for run=run-2 at nats:/);
      await published({ run: 'run-2', key: 'another key' }, { run: 'run-1' }, { run: 'run-2', trigger: 'run:created' });
      const { code, stdout } = await ended;
      expect([code, runsOf(stdout)]).toEqual([0, ['run-2']]);
      expect(await from(me, 'wait --until run=run-1 --since 1h')).toMatchObject({ code: 0 });
      expect(await from(me, 'wait --until run=run-9 --since 1h --timeout 1ms')).toMatchObject({ code: 7 });
    });
  });
});

describe.skipIf(isAbsent)('webhook listen --subscribe with credentials', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats({
      config: `authorization { users: [
        { user: admin, password: "the-admin" }
        { user: reader, password: "the-reader", permissions: { publish: ["$JS.API.STREAM.INFO.*", "$JS.API.CONSUMER.CREATE.>"], subscribe: ["_INBOX.>"] } }
      ] }`,
    });
  });
  afterAll(() => nats.close());

  test('--subscribe exits with 4 for rejected credentials, and for a user who has no right to read', async () => {
    const broker = await opened(nats.url, [], { kind: 'password', user: 'admin', password: 'the-admin' });
    await withStream(broker, name);
    const me = await machine({ HOOK_TOKEN: token, SVC_NATS: nats.url });
    const listen = (env: Record<string, string>) => {
      Object.assign(me.env, env);
      return me.svc('webhook listen --subscribe --token-env HOOK_TOKEN --for 20s');
    };
    const wrong = await listen({ SVC_NATS: nats.url.replace('//', '//reader:wrong-password@') });
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).not.toContain('wrong-password');
    expect(await listen({ SVC_NATS: nats.url.replace('//', '//reader:the-reader@') })).toExit(
      4,
      'The NATS user may not publish to $JS.API.CONSUMER.MSG.NEXT.svc-deliveries.',
    );
  });
});
