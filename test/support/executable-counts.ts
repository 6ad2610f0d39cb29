import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Way } from './executable.ts';

/** Prints how many tests ran the executable and how many the sources, in a run with `SVC_BIN`. */
export function setup(): (() => void) | undefined {
  if (process.env.SVC_BIN === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'svc-counts-'));
  process.env.SVC_BIN_COUNTS = folder;
  return () => {
    const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    const runs = lines.map((line) => JSON.parse(line) as [Way, string]);
    const tests = (way: Way) => new Set(runs.filter(([each]) => each === way).map(([, test]) => test)).size;
    const both = (what: 'program' | 'sandbox') => `${tests(what)} (in-process: ${tests(`${what} in-process`)})`;
    console.log(`Tests that run the executable: ${both('program')}; its sandbox: ${both('sandbox')}`);
    rmSync(folder, { recursive: true, force: true });
  };
}
