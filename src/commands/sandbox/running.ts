import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { LocalError } from '../../errors.ts';
import type { Host } from '../context.ts';

const note = z.looseObject({
  address: z.string(),
  api: z.string(),
  registry: z.string(),
  organization: z.string(),
  control: z.string(),
  tokens: z.record(z.string(), z.string()),
});

/** Where the notes lie. */
type Machine = Pick<Host, 'env' | 'home'>;

/** What a running sandbox leaves behind for the commands that steer it. Holds its tokens, so only its owner can read it. */
export type RunningSandbox = z.infer<typeof note>;

/** Leaves the note of a sandbox that runs. The returned function takes it away. @throws {LocalError} when it cannot be written */
export function announce(host: Machine, running: RunningSandbox): () => void {
  const folder = runtimeFolder(host);
  const path = join(folder, `sandbox-${new URL(running.address).port}.json`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const beside = `${path}.${new URL(running.address).port}.new`;
    rmSync(beside, { force: true });
    writeFileSync(beside, `${JSON.stringify(running)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(beside, path);
  } catch (cause) {
    throw new LocalError(`Cannot write ${path} (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
  return () => rmSync(path, { force: true });
}

/** The notes of sandboxes that were started here and may still run, the newest first. */
export function announced(host: Machine): RunningSandbox[] {
  const folder = runtimeFolder(host);
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^sandbox-\d+\.json$/.test(name));
  } catch {
    return [];
  }
  return names
    .map((name) => join(folder, name))
    .sort((a, b) => modified(b) - modified(a))
    .flatMap((path) => readNote(path) ?? []);
}

function readNote(path: string): RunningSandbox | undefined {
  try {
    return note.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function runtimeFolder({ env, home }: Machine): string {
  const base = [env.XDG_RUNTIME_DIR, env.XDG_CACHE_HOME].find((folder) => folder?.startsWith('/'));
  return join(base ?? join(home, '.cache'), 'svc');
}
