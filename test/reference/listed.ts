import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Offer } from './expected.ts';

/** A name that would create a file if a shell evaluated it. */
const hostile = ['$(touch evaluated)', '`touch evaluated`', 'a;touch evaluated', "'; touch evaluated; '", '*', 'a b'];

/** Writes a config file with profiles below a home folder, and a lock with module calls into it. */
export function writeNames(home: string): void {
  const folder = join(home, '.config/svc');
  mkdirSync(folder, { recursive: true });
  const profiles = ['work', ...hostile, 'wo-2'].map((name) => [
    name,
    { address: 'https://example.com', tokens: { no: 1 } },
  ]);
  writeJson(join(folder, 'config.json'), { profiles: Object.fromEntries(profiles), current: 'work' });
  const calls = ['network', ...hostile, 'network.subnet'].map((path) => [path, { source: '$(touch evaluated)' }]);
  writeJson(join(home, 'svc.modules.lock.json'), { version: 1, tool: 'tofu', modules: Object.fromEntries(calls) });
}

/** What is offered in a folder with these files. */
export const namesOffered: readonly Offer[] = [
  ['svc --profile ', ['work', 'wo-2']],
  ['svc profile use ', ['work', 'wo-2']],
  ['svc profile delete wo-', ['wo-2']],
  ['svc profile create ', []],
  ['svc module lock --upgrade ', ['network', 'network.subnet']],
];

/** What is offered behind aliases and `svc help`, and for filters. */
export const wordsOffered: readonly Offer[] = [
  ['svc banner ls --ano', ['--anonymous']],
  ['svc module cache ls --colu', ['--columns']],
  ['svc webhook get --colu', ['--columns']],
  ['svc profile rm wo-', ['wo-2']],
  ['svc banner l', ['list']],
  ['svc help exit', ['exit-codes']],
  ['svc help banner exit', []],
  ['svc webhook list --filter verified', ['verified=true', 'verified=false']],
  ['svc webhook listen --filter run', ['run=']],
  ['svc webhook wait --until trigger=run:cr', ['trigger=run:created']],
];

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
