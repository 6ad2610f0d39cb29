import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './pairs.mjs';
import { startSandbox, svc } from './sandbox.mjs';
import { row } from './table.mjs';

const users = 10_000;

/** The time and memory of `svc team add-user TEAM -` for 10,000 names with one bad name. */
export async function run({ quick }) {
  const runs = quick ? 1 : 5;
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const data = join(folder, 'state.json');
  await (await startSandbox(['--data', data])).stop();
  const empty = crowded(JSON.parse(readFileSync(data, 'utf8')));
  try {
    const seconds = [];
    const peaks = [];
    for (let round = -1; round < runs; round++) {
      writeFileSync(data, JSON.stringify(empty));
      const { ms, peak } = await timed(data, folder);
      if (round < 0) continue;
      seconds.push(ms / 1000);
      peaks.push(peak);
    }
    return [
      row(`add ${users} names`, median(seconds), 's', { most: 5 }),
      row(`add ${users} names, peak memory`, Math.round(median(peaks)), 'MB', { most: 150 }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The built-in world with more users in its first organization. */
function crowded(content) {
  const { world } = content;
  const organization = world.organizations[0].name;
  for (let nth = 1; nth <= users; nth++) {
    const id = `user-${String(nth).padStart(16, '0')}`;
    const username = `person-${nth}`;
    const email = `${username}@${organization}.example`;
    world.users.push({
      id,
      username,
      email,
      passwordHash: null,
      siteAdmin: false,
      service: false,
    });
    world.memberships.push({ id: `ou-${String(nth).padStart(16, '0')}`, user: id, organization, status: 'active' });
  }
  return content;
}

async function timed(data, folder) {
  const sandbox = await startSandbox(['--data', data]);
  try {
    const names = Array.from({ length: users }, (_, index) => `person-${index + 1}`);
    names[users / 2] = 'unknown';
    const peakFile = join(folder, 'peak');
    const env = { ...process.env, ...sandbox.env, PEAK_FILE: peakFile };
    const args = [
      '-r',
      resolve(import.meta.dirname, 'peak.cjs'),
      svc,
      'team',
      'add-user',
      sandbox.info.teams[0].id,
      '-',
    ];
    const began = performance.now();
    const { code, stderr, stdout } = await piped([...args, '-o', 'ndjson'], names.join('\n'), env);
    const ms = performance.now() - began;
    if (code !== 5 || !stderr.includes('unknown does not exist'))
      throw new Error(`the bad name was not found: ${stderr}`);
    if (stdout.split('\n').length !== users) throw new Error('the other names were not added');
    return { ms, peak: Number(readFileSync(peakFile, 'utf8')) / 1024 };
  } finally {
    await sandbox.stop();
  }
}

function piped(args, stdin, env) {
  return new Promise((done) => {
    const child = execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      done({ code: error?.code ?? 0, stdout, stderr });
    });
    child.stdin.end(stdin);
  });
}
