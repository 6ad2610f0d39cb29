import { isUtf8 } from 'node:buffer';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { curlOf } from '../../../src/webhooks/inspector/curl.ts';
import fc, { anyText, forAll } from '../../support/properties.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hasOpenssl } from '../../support/tls.ts';
import { deliver, inspected, key, notification } from './inspected.ts';

const execute = promisify(execFile);
const absent = !hasOpenssl() || spawnSync('curl', ['--version']).error !== undefined;
if (absent) console.warn('SKIPPED: no curl or openssl on PATH, so the copied command is not run.');

const here = new URL('http://127.0.0.1:1/');
const hostile = [
  ...['', "it's 'quoted' \\' \"$HOOK_TOKEN\" `touch owned` $(touch owned) $HOME !! \\n %s %d", '-n'],
  ...["'; touch owned; '", '\n\nlines\n\n', '\u001b[201~\ntouch owned\n', '\u0003\u0004\u0000', '\ttabs\t'],
  ...['\u202Egnp.exe\u2066', 'END\ntouch owned\nEND\n', 'naïve – 日本語 🎉'],
];

describe('the copied curl command', () => {
  test('the copied command refers to the token by a variable and contains no password of the URL', () => {
    const command = curlOf({ body: Buffer.from('{}') }, new URL("https://me:hunter2@hooks.example.com/a'b?c=d&e"));
    expect(command).toContain('-hmac "$HOOK_TOKEN"');
    expect(command).toContain("'https://hooks.example.com/a'\\''b?c=d&e'");
    expect(command).not.toContain('hunter2');
  });

  test('the copied command refers to the token by the variable that the listener uses', () => {
    const command = curlOf({ body: Buffer.from('{}') }, here, 'OTHER_TOKEN');
    expect([command.includes('"${OTHER_TOKEN:?'), command.includes('-hmac "$OTHER_TOKEN"')]).toEqual([true, true]);
  });

  // trust: T-86
  test('the copied command contains no control character that a terminal would obey', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      anyText().map((text) => Buffer.from(text)),
    );
    forAll([bytes], (body) => {
      expect(curlOf({ body: Buffer.from(body) }, here)).not.toMatch(
        /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
      );
    });
  });

  test.skipIf(absent).each(['bash', 'sh'])('%s gives curl exactly the bytes, whatever they are', async (shell) => {
    const bodies = [
      ...hostile.map((text) => Buffer.from(text)),
      Buffer.from([0xff, 0x00, 0x0a]),
      Buffer.alloc(200_000, 'é'),
    ];
    bodies.push(
      ...fc.sample(fc.uint8Array({ maxLength: 300 }), { numRuns: 10, seed: 7 }).map((bytes) => Buffer.from(bytes)),
    );
    expect(bodies.filter((body) => isUtf8(body)).length).toBeGreaterThan(5);
    // Runs the real command with a fake curl, which prints the body in base64.
    const script = bodies.map((body) => curlOf({ body }, here)).join('echo\n');
    const path = join(temporaryFolder(), 'commands.sh');
    writeFileSync(path, `curl() { openssl base64 -A; }\n${script}`);
    const { stdout } = await execute(shell, [path], { env: { ...process.env, HOOK_TOKEN: key }, maxBuffer: 2 ** 26 });
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(stdout.split('\n').map((line) => sum(Buffer.from(line, 'base64')))).toEqual(bodies.map(sum));
  });

  test.skipIf(absent)(
    'the listener verifies the request of the copied command, even with unusual bytes in the body',
    async () => {
      const { history, inspector, listener } = await inspected();
      const bodies = [notification('run:created', "it's"), '\u001b[31m "$x"', Buffer.from([0xff, 0x00])];
      for (const body of bodies) await deliver(listener.url, body, null);
      for (const { id } of history.summaries()) {
        const command = await (await fetch(`${inspector.url}deliveries/${id}/curl?to=`)).text();
        await execute('bash', ['-c', command], { env: { ...process.env, HOOK_TOKEN: key } });
      }
      const [rejected, again] = [history.summaries().slice(0, 3), history.summaries().slice(3)];
      expect(rejected.map(({ verdict }) => verdict)).toEqual(['missing', 'missing', 'missing']);
      expect(again.map(({ verdict }) => verdict)).toEqual(['verified', 'verified', 'verified']);
      expect(again.map(({ id }) => history.find(id)?.body)).toEqual(bodies.map((body) => Buffer.from(body)));
    },
  );

  test.skipIf(absent)(
    'the copied command exits with the name of the variable and sends nothing if the token is missing',
    async () => {
      const { HOOK_TOKEN: _, ...env } = process.env;
      const command = curlOf({ body: Buffer.from('{}') }, here);
      await expect(execute('bash', ['-c', command], { env })).rejects.toThrow(/HOOK_TOKEN: put the token/);
    },
  );
});
