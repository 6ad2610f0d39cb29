import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crowdedSandbox, svc } from './sandbox.mjs';
import { row } from './table.mjs';

const perSecond = 30;

/**
 * Measures svc notification create, list, verify, update and delete in 500 workspaces, then svc apply, diff and export for them: without a
 * rate limit, and with a limit of 30 requests a second. The lower bound is the time for the number of requests at that rate.
 */
export async function run({ quick }) {
  const workspaces = Number(process.env.BENCH_WORKSPACES ?? (quick ? 20 : 500));
  const rows = [];
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${receiver.address().port}/`;
  try {
    for (const args of quick ? [[]] : [[], ['--rate-limit', String(perSecond)]])
      rows.push(...(await measure(args, { url, workspaces })));
    return rows;
  } finally {
    receiver.close();
  }
}

async function measure(args, { url, workspaces }) {
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-many-'));
  const sandbox = await crowdedSandbox(join(work, 'sandbox.json'), workspaces, ['--log', ...args]);
  const rows = [];
  const values = [];
  const [unit, most] = args.length === 0 ? ['s', 10] : [`x the time of ${perSecond} requests a second`, 1.2];
  try {
    const document = join(work, 'site.yaml');
    const entry = `{ name: ci, workspaces: ["web-*"], destination-type: slack, url: "${url}" }`;
    writeFileSync(document, `version: 1\norganization: acme\nnotifications:\n  - ${entry}\n`);
    const env = { ...process.env, ...sandbox.env, XDG_STATE_HOME: work };
    const timed = async (...words) => {
      const before = sandbox.log().length;
      const started = process.hrtime.bigint();
      const child = spawn(process.execPath, [svc, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr.resume();
      const [code] = await once(child, 'close');
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const statuses = sandbox
        .log()
        .slice(before)
        .split('\n')
        .flatMap((line) => /^(\d{3}) [A-Z]+ \//.exec(line)?.[1] ?? []);
      const rejected = statuses.filter((status) => status === '429').length;
      if (code !== 0) throw new Error(`svc ${words.join(' ')} ended with ${code}`);
      const title = `${words.slice(0, words[0] === 'notification' ? 2 : 1).join(' ')} in ${workspaces} workspaces`;
      const about = `(${statuses.length} requests, ${rejected} of them 429)`;
      if (args.length === 0) values.push(seconds);
      else values.push(seconds / (statuses.length / perSecond));
      rows.push(row(title, values.at(-1), `${unit} ${about}`));
    };
    const create = `notification create --destination-type slack --name many --url ${url}`;
    await timed(...create.split(' '), '--all-workspaces');
    await timed('notification', 'list', '--all-workspaces');
    for (const verb of ['verify', 'update', 'delete']) {
      const change = verb === 'update' ? ['--trigger', 'all'] : ['--yes'];
      await timed('notification', verb, '--name', 'many', '--all-workspaces', ...change);
    }
    await timed('apply', '-f', document, '--yes');
    await timed('diff', '-f', document);
    await timed('export');
    return [...rows, row(`the slowest of these in ${workspaces} workspaces`, Math.max(...values), unit, { most })];
  } finally {
    await sandbox.stop();
    rmSync(work, { recursive: true, force: true });
  }
}
