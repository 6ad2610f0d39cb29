import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';
import config, { eagerModules, leaveOut, unneeded } from '../rolldown.config.mjs';
import { compare } from './pairs.mjs';
import { startSandbox } from './sandbox.mjs';
import { row } from './table.mjs';

const { groups } = config.output.codeSplitting;

/** Measures the cost of each part of the bundle: one GET as TSV, by the built program and by a program without that part. */
export async function run({ quick }) {
  const runs = quick ? 1 : 25;
  const variants = {
    'as built': {},
    'without eager modules': { plugins: withoutPlugin(eagerModules().name) },
    ...Object.fromEntries(
      groups.map((group, nth) => [
        `without the group ${typeof group.name === 'string' ? group.name : 'of resources'}`,
        { groups: groups.toSpliced(nth, 1) },
      ]),
    ),
    ...Object.fromEntries(
      unneeded.map(([, what], nth) => [
        `with ${String(what).slice(1, 28)}`,
        { plugins: [...withoutPlugin('leave-out'), leaveOut(unneeded.toSpliced(nth, 1))] },
      ]),
    ),
  };
  const folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'));
  const { env, stop } = await startSandbox();
  try {
    const commands = {};
    for (const [nth, [name, changed]] of Object.entries(variants).entries()) {
      const dir = join(folder, String(nth), 'dist');
      await build({
        ...config,
        ...(changed.plugins && { plugins: changed.plugins }),
        output: { ...config.output, dir, codeSplitting: { groups: changed.groups ?? groups } },
        cwd: resolve(import.meta.dirname, '..'),
        logLevel: 'silent',
      });
      commands[name] = { command: [process.execPath, join(dir, 'main.cjs'), 'banner', 'list', '-o', 'tsv'], env };
    }
    const took = Object.entries(compare(runs, commands));
    return took.slice(1).map(([name, { ratio }]) => row(name, ratio, 'x as built'));
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}

function withoutPlugin(name) {
  return config.plugins.filter((plugin) => plugin.name !== name);
}
