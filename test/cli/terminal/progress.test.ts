import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import chalk from 'chalk';
import { describe, test } from 'vitest';
import { createProgress } from '../../../src/cli/terminal/progress.ts';
import { machine } from '../../support/svc.ts';
import { onTestFinished } from '../../support/test-finished.ts';
import { sendJson, tinyServer } from '../../support/tiny-server.ts';

test('a slow response adds nothing to stderr on a terminal with progress disabled', { concurrent: true }, async ({
  expect,
}) => {
  const service = await tinyServer(async (_request, response) => {
    await wait(1_000);
    response.writeHead(204).end();
  });
  const { svc } = await machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token' });
  const { code, stderr } = await svc('team add-user team-1 olive', { tty: true });
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Added 1 user to team team-1.\n' });
});

/** Runs a command against a service that responds when the terminal shows a text. */
async function waitingFor(
  words: string,
  shown: string,
  answer: (response: ServerResponse) => void,
  env: Record<string, string> = {},
) {
  let pending: ServerResponse | undefined;
  const service = await tinyServer((_request, response) => {
    pending = response;
  });
  const { svc } = await machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token', SVC_ORGANIZATION: 'acme', ...env });
  return svc(words, {
    tty: true,
    onStderr(text) {
      if (!pending || !text.includes(shown)) return;
      answer(pending);
      pending = undefined;
    },
  });
}

const nothing = (response: ServerResponse) => sendJson(response, { data: [] });
const done = (response: ServerResponse) => response.writeHead(204).end();

test.for<[words: string, shown: string, answer: (response: ServerResponse) => void]>([
  ['team list', 'Waiting to see teams…', nothing],
  ['notification list --workspace ws-1', 'Waiting to see notifications…', nothing],
  ['notification delete nc-1 --yes', 'Waiting to delete this notification…', done],
  ['oauth-client list', 'Waiting to see OAuth clients…', nothing],
  ['api get /anything', 'Waiting for 127.0.0.1:', (response) => sendJson(response, {})],
])(
  'a terminal shows what svc %s waits for, and clears it',
  { concurrent: true },
  async ([words, shown, answer], { expect }) => {
    const { code, stderr } = await waitingFor(words, shown, answer);
    expect(code).toBe(0);
    expect(stderr.slice(stderr.lastIndexOf(shown))).toMatch(/\u001b\[1?G|\u001b\[\d?K/);
  },
);

test('the progress line has no colour if NO_COLOR is set', async ({ expect }) => {
  const { level } = chalk;
  onTestFinished(() => {
    chalk.level = level;
  });
  chalk.level = 1;
  const { code, stderr } = await waitingFor('team list', 'Waiting to see teams…', nothing, { NO_COLOR: '1' });
  expect(code).toBe(0);
  expect(stderr).not.toMatch(/\u001b\[[\d;]*m/);
});

describe('a terminal that reports 0 columns, as a job without a window does', () => {
  const slow = async () => {
    const service = await tinyServer(async (_request, response) => {
      await wait(1_000);
      sendJson(response, { data: [{ id: 'team-1', type: 'teams', attributes: { name: 'platform '.repeat(20) } }] });
    });
    return machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token', SVC_ORGANIZATION: 'acme' });
  };

  // trust: T-59
  test('a terminal that reports 0 columns gets a table for 80 columns, and no progress', { concurrent: true }, async ({
    expect,
  }) => {
    const { svc } = await slow();
    const wide = await svc('team list', { tty: true });
    expect(await svc('team list', { tty: true, columns: 0, onStderr: withoutFlood })).toEqual(wide);
  });

  // trust: T-59
  test('progress on a terminal is removed once the terminal changes to 0 columns', { concurrent: true }, async ({
    expect,
  }) => {
    const { svc } = await slow();
    const { code, stderr } = await svc('team list', {
      tty: true,
      onStderr(text, stderr) {
        withoutFlood(text);
        if (!text.includes('Waiting to see teams…') || stderr.columns === 0) return;
        stderr.columns = 0;
        setImmediate(() => stderr.emit('resize'));
      },
    });
    expect(code).toBe(0);
    expect(stderr.split('Waiting to see teams…')).toHaveLength(2);
  });
});

/** Ends a loop of writes, which nothing else could end. */
function withoutFlood(text: string): void {
  if (text.length > 100_000) throw new Error('more than 100 kB on stderr');
}

test('the progress line of a request does not replace the one that the command has set', { concurrent: true }, async ({
  expect,
}) => {
  const { stderr } = await waitingFor('team add-user team-1 olive', 'Adding 1 user', done);
  expect(stderr).not.toContain('Adding users…');
});

test('a line about a retry is printed above the progress line, which continues', { concurrent: true }, async ({
  expect,
}) => {
  let nth = 0;
  const service = await tinyServer((_request, response) => {
    nth += 1;
    if (nth === 1) setTimeout(() => response.writeHead(503, { 'retry-after': '2' }).end(), 700);
    else sendJson(response, { data: [] });
  });
  const { svc } = await machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token', SVC_RETRIES: '1' });
  const { code, stderr } = await svc('team list --organization acme', { tty: true, onStderr() {} });
  const line = `503 from ${new URL(service.url).host}; retrying in 2 s (1 of 2)\n`;
  expect(code).toBe(0);
  // The line replaces the cleared spinner, which continues below it.
  expect(stderr).toMatch(new RegExp(`\\u001b\\[0?K${line.replace(/[()]/g, '\\$&')}`));
  expect(stderr.slice(stderr.indexOf(line))).toContain('Waiting to see teams…');
});

test.for([
  ['TERM says dumb', { TERM: 'dumb' }],
  ['CI is set', { CI: 'true' }],
] as const)('no progress is shown if %s', { concurrent: true }, async ([_title, env], { expect }) => {
  const service = await tinyServer(async (_request, response) => {
    await wait(1_000);
    sendJson(response, { data: [] });
  });
  const { svc } = await machine({ SVC_ADDRESS: service.url, SVC_TOKEN: 'svc-token', ...env });
  const { stderr } = await svc('team list --organization acme', { tty: true, onStderr() {} });
  expect(stderr).not.toContain('Fetching');
});

test('svc prints regularly what it waits for if stderr is not a terminal', async ({ expect }) => {
  const notes: string[] = [];
  await new Promise<void>((done) => {
    const wait = createProgress(
      { stderr: new PassThrough() },
      false,
      (words) => {
        if (notes.push(words) === 1) wait.update('Checking\nmore');
        else {
          wait.stop();
          done();
        }
      },
      1,
    )('Connecting');
  });
  expect(notes).toEqual(['Connecting for 1ms…', 'Checking for 2ms…']);
});
