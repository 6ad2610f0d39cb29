import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { unlessThrown } from '../unless-thrown.ts';
import { mayRun, ownNumber, startTimeOf } from './processes.ts';

const unknownStart = '00000000';
let cachedTag: string | undefined;

/** Returns the tag of this process for the names of its files: digits of machine, number and start, with dashes. */
export function ownerTag(): string {
  // Containers may share a host's name and a folder, and still not see each other's processes.
  const table = () => unlessThrown(() => readlinkSync('/proc/self/ns/pid')) ?? '';
  cachedTag ??= [digits(`${hostname()}\n${table()}`), ownNumber, startDigits(ownNumber)].join('-');
  return cachedTag;
}

/** Returns whether the process of a tag runs, as far as known: `unknown` for another machine or table of processes. */
export function stateOf(tag: string): 'running' | 'ended' | 'unknown' {
  const [machine, number = '', start] = tag.split('-');
  if (machine !== ownerTag().split('-')[0] || !/^\d{1,10}$/.test(number)) return 'unknown';
  if (!mayRun(Number(number))) return 'ended';
  // Another process may have this number by now.
  const now = startDigits(Number(number));
  return start !== unknownStart && now !== unknownStart && start !== now ? 'ended' : 'running';
}

function startDigits(number: number): string {
  const start = startTimeOf(number);
  return start === undefined ? unknownStart : digits(start);
}

function digits(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
