import { platform } from 'node:os';
import type { Writable } from 'node:stream';

type Terminal = Writable & { isTTY?: boolean; rows?: number };

/** The pager for a terminal, and its environment. */
export interface Paging {
  pager: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Terminal;
  stderr: Terminal;
  /** Called for each piece that was written. */
  count?(): void;
}

/** The pager for a terminal, as its user chose it; undefined off a terminal, in CI, and on Windows. */
export function pagerOf(env: Paging['env'], { isTTY, rows }: Terminal, wanted = true): string | undefined {
  const isShown = wanted && isTTY && rows && env.TERM !== 'dumb' && !env.CI && platform() !== 'win32';
  const pager = env.SVC_PAGER ?? env.PAGER ?? 'less -FRX';
  return isShown && pager !== '' && pager !== 'cat' ? pager : undefined;
}
