import { execFileSync } from 'node:child_process';
import type { Result } from '../../src/commands/doctor/result.ts';
import type { Machine, RunOptions } from './svc.ts';

/** A run of `svc doctor`. */
export interface Checkup {
  code: number;
  stdout: string;
  stderr: string;
  checks: Result[];
  /** The first finding of a check. */
  of(name: string): Result;
}

/** Runs `svc doctor -o json` with more flags. */
export async function checkup({ svc }: Machine, flags: readonly string[] = [], options: RunOptions = {}) {
  const { code, stderr, stdout } = await svc(['doctor', ...flags, '-o', 'json'], options);
  const { checks } = JSON.parse(stdout) as { checks: Result[] };
  const of = (name: string) => checks.find((each) => each.name === name)!;
  return { code, stdout, stderr, checks, of } satisfies Checkup;
}

/**
 * Types what a finding says: `export`, `unset`, `eval "$(svc …)"`, `chmod`, `mv` or a command of svc, to which `more` is added.
 * The words in capitals of `values` are replaced.
 */
export async function typeFix(
  machine: Machine,
  { fix }: Pick<Result, 'fix'>,
  { more = [], values = {} }: { more?: string[]; values?: Record<string, string> } = {},
): Promise<void> {
  let line = fix ?? '';
  for (const [word, value] of Object.entries(values))
    line = line.replace(new RegExp(`\\b${word}$|\\b${word}(?=[^A-Z_])`), value);
  const [, exported, value = ''] = /^export (\w+)=(.*)$/.exec(line) ?? [];
  const [, unset] = /^unset (\w+)$/.exec(line) ?? [];
  const [, evaluated] = /^eval "\$\(svc (.*)\)"$/.exec(line) ?? [];
  if (exported !== undefined) machine.env[exported] = value.replace(/^'(.*)'$/, '$1');
  else if (unset !== undefined) delete machine.env[unset];
  else if (evaluated !== undefined) {
    const { stdout } = await machine.svc(evaluated);
    for (const each of stdout.trim().split('\n')) await typeFix(machine, { fix: each });
  } else if (/^(chmod|mv) /.test(line)) execFileSync('sh', ['-c', line]);
  else if (/^svc /.test(line)) {
    const { code, stderr } = await machine.svc([...line.split(' ').slice(1), ...more]);
    if (code !== 0) throw new Error(`${line}: exit ${code}, ${stderr}`);
  } else throw new Error(`Cannot be typed: ${line}`);
}
