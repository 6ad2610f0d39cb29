import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { mayRun, ownNumber } from '../processes.ts';

let own: string | undefined;

/** This process, for others that meet its files: eight hex digits for the machine and its table of processes, a dash, the process's number. */
export function ownerTag(): string {
  own ??= `${createHash('sha256').update(`${hostname()}\n${processTable()}`).digest('hex').slice(0, 8)}-${ownNumber}`;
  return own;
}

/** Whether a process is certainly gone: one of this machine that no longer runs. Of another machine's nobody knows. */
export function isGone(tag: string): boolean {
  const [machine, number = ''] = tag.split('-');
  if (machine !== ownerTag().split('-')[0] || !/^\d{1,10}$/.test(number)) return false;
  return !mayRun(Number(number));
}

/** A name that nobody else takes and that tells whose it is: `MACHINE-PROCESS-16 HEX DIGITS`. */
export function ownName(): string {
  return `${ownerTag()}-${randomBytes(8).toString('hex')}`;
}

/** Containers may share a host's name and a folder, and still not see each other's processes. */
function processTable(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
