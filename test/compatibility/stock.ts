import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

/** A program that reads configurations, and its name in svc. */
export const stockTools = ['terraform', 'tofu'] as const;
export type StockTool = (typeof stockTools)[number];

/** Returns whether a program is on PATH. If not, prints what is not tested. */
export function isThere(program: string, what: string): boolean {
  if (spawnSync(program, ['version']).error === undefined) return true;
  process.stderr.write(`\nSKIPPED: there is no ${program} on PATH, so nobody checks ${what}.\n\n`);
  return false;
}

/** Runs a stock tool in a folder, with a home of its own and no network except the servers of a CLI configuration there. */
export function stock(tool: StockTool, home: string, cwd: string, words: string[], input = '') {
  const env = { HOME: home, TF_CLI_CONFIG_FILE: join(home, '.terraformrc'), CHECKPOINT_DISABLE: '1' };
  return execa(tool, words, { cwd, env, input, reject: false, all: true });
}

/** The calls in a stock tool's manifest, as `PATH=SOURCE`. */
export async function installedCalls(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, '.terraform/modules/modules.json'), 'utf8');
  const { Modules } = JSON.parse(text) as { Modules: { Key: string; Source: string }[] };
  return Modules.filter(({ Key }) => Key !== '')
    .map(({ Key, Source }) => `${Key}=${Source}`)
    .sort();
}
