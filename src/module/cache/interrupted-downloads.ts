import { join } from 'node:path';
import { namesIn } from '../../files.ts';
import { isAbandoned } from '../../owner.ts';
import { lookAt, removeFile } from './files.ts';
import { isStaleLock } from './lock.ts';

/** A file of an interrupted download, or the lock of one. */
export interface Interrupted {
  path: string;
  bytes: number;
  why: 'an interrupted download' | 'the lock of a run that has ended';
  /** Whether no later run resumes it. */
  isUseless: boolean;
}

/** The files of downloads that no running process has locked. */
export function* interruptedIn(partial: string): Generator<Interrupted> {
  const names = new Set(namesIn(partial));
  for (const name of names) {
    const [, stem, ending] = /^([0-9a-f]{32})\.(part|json|lock)$/.exec(name) ?? [];
    const path = join(partial, name);
    const found = stem === undefined ? undefined : lookAt(path);
    if (!found || (names.has(`${stem}.lock`) && !isStaleLock(join(partial, `${stem}.lock`)))) continue;
    const isLock = ending === 'lock';
    const isPair = names.has(`${stem}.part`) && names.has(`${stem}.json`);
    const why = isLock ? 'the lock of a run that has ended' : 'an interrupted download';
    yield { path, bytes: found.size, why, isUseless: isLock || !isPair || isAbandoned(found.mtimeMs) };
  }
}

/** Removes locks of processes that have ended, and interrupted downloads that no run resumes; never throws. */
export function sweepPartial(partial: string): void {
  // Locks decide about downloads, so all of them are looked at before any is removed.
  for (const { isUseless, path } of [...interruptedIn(partial)]) {
    if (!isUseless) continue;
    try {
      removeFile(path);
    } catch {}
  }
}
