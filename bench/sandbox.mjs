import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const svc = resolve(import.meta.dirname, '../bin/svc.js');

/** Starts the built sandbox with its own home; `env` points `svc` at it. */
export async function startSandbox(args = []) {
  const home = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const env = { XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home, XDG_CACHE_HOME: home };
  const child = spawn(process.execPath, [svc, 'sandbox', 'start', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let trouble = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    trouble += chunk;
  });
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  if (!text.includes('\n')) throw new Error(`The sandbox did not start: ${trouble}`);
  const info = JSON.parse(text);
  return {
    info,
    /** Returns everything that was printed on stderr; with --log, that includes a line for each request. */
    log: () => trouble,
    env: {
      ...env,
      SVC_ADDRESS: info.address,
      SVC_TOKEN: info.tokens['site-admin'],
      SVC_ORGANIZATION: info.organization,
      SVC_REGISTRY: info.registry,
    },
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The name of a workspace of a crowded sandbox. */
export const nameOf = (index) => `web-${String(index).padStart(4, '0')}`;

/** Starts a sandbox with this many workspaces, web-0000 and so on. The file `data` has its state. */
export async function crowdedSandbox(data, workspaces, args = []) {
  await (await startSandbox(['--data', data])).stop();
  const stored = JSON.parse(readFileSync(data, 'utf8'));
  const [pattern] = stored.world.workspaces;
  stored.world.workspaces = Array.from({ length: workspaces }, (_, index) => {
    const name = nameOf(index);
    return { ...pattern, id: `ws-000000000000${name.slice(4)}`, name, vcs: null, run: null };
  });
  writeFileSync(data, JSON.stringify(stored));
  return startSandbox(['--data', data, ...args]);
}
