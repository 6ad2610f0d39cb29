import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 20;

/**
 * Runs a program to its end. `seconds` is its time. As Linux tells: `processor` is the seconds of processor time of it and of its child
 * processes, and `megabytes` the largest sum of the peak memory of those that ran at one time (elsewhere 0 and undefined).
 * @param {string[]} words
 * @param {{ cwd?: string, env: Record<string, string | undefined> }} options
 * @returns {Promise<{ status: number | null, seconds: number, processor: number, megabytes: number | undefined, stderr: string }>}
 */
export async function runTree([program, ...words], { cwd, env }) {
  const began = process.hrtime.bigint();
  const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  let peak = 0;
  const used = new Map();
  const look = setInterval(() => {
    const pids = tree(child.pid);
    for (const pid of pids) used.set(pid, processorSeconds(pid) ?? used.get(pid) ?? 0);
    const peaks = pids.map((pid) => peakOf(pid) ?? 0);
    peak = Math.max(
      peak,
      peaks.reduce((all, one) => all + one, 0),
    );
  }, everyMs);
  const [status] = await once(child, 'close').finally(() => clearInterval(look));
  const processor = [...used.values()].reduce((all, one) => all + one, 0);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return { status, seconds, processor, megabytes: peak > 0 ? Math.round(peak / 1024) : undefined, stderr };
}

/** Returns a process and its descendants. Linux lists children by thread, so all threads are read. */
function tree(pid) {
  const children = threadsOf(pid).flatMap((thread) => contentOf(`/proc/${pid}/task/${thread}/children`) ?? '');
  const pids = children.flatMap((text) => text.split(' ').filter(Boolean).map(Number));
  return [pid, ...pids.flatMap(tree)];
}

function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Returns the peak memory of a process in kilobytes; undefined if it has ended. */
function peakOf(pid) {
  const [, found] = /VmHWM:\s+(\d+)/.exec(contentOf(`/proc/${pid}/status`) ?? '') ?? [];
  return found && Number(found);
}

/** Returns the processor time of a process in seconds, from the kernel's ticks (100 a second); undefined if it has ended. */
function processorSeconds(pid) {
  // The second field is the name in parentheses, which may contain blanks.
  const fields = contentOf(`/proc/${pid}/stat`)?.replace(/.*\) /s, '').split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) / 100;
}

function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
