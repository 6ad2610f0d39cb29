import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { unlessThrown } from '../unless-thrown.ts';
import { mayRun, ownNumber, startOf } from './processes.ts';

/** Files untouched for this long are abandoned, whatever machine their owner runs on. */
const abandonedMs = 24 * 60 * 60 * 1000;
const unknownStart = '00000000';

let own: string | undefined;

/**
 * This process, for others that find its files: eight hex digits for the machine and its table of processes, the process's
 * number, and eight hex digits for its start, with a dash between two.
 */
export function ownerTag(): string {
  own ??= [digits(`${hostname()}\n${processTable()}`), ownNumber, startDigits(ownNumber)].join('-');
  return own;
}

/** Whether the process of a tag runs, as far as this one can tell: `unknown` for another machine or table of processes. */
export function stateOf(tag: string): 'running' | 'ended' | 'unknown' {
  const [machine, number = '', start] = tag.split('-');
  if (machine !== ownerTag().split('-')[0] || !/^\d{1,10}$/.test(number)) return 'unknown';
  if (!mayRun(Number(number))) return 'ended';
  // Another process may have this number by now.
  const now = startDigits(Number(number));
  return start !== unknownStart && now !== unknownStart && start !== now ? 'ended' : 'running';
}

/** Whether a process of this machine has ended; false for other machines, whose processes are unknown. */
export function isGone(tag: string): boolean {
  return stateOf(tag) === 'ended';
}

/** Whether something is untouched for 24 hours. */
export function isAbandoned(mtimeMs: number): boolean {
  return Date.now() - mtimeMs > abandonedMs;
}

function startDigits(number: number): string {
  const start = startOf(number);
  return start === undefined ? unknownStart : digits(start);
}

function digits(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Containers may share a host's name and a folder, and still not see each other's processes. */
function processTable(): string {
  return unlessThrown(() => readlinkSync('/proc/self/ns/pid')) ?? '';
}
