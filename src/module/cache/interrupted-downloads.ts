import { join } from 'node:path';
import { namesIn } from '../../files.ts';
import { sweep } from '../archive/interrupted-unpacks.ts';
import { isAbandoned } from '../archive/owner.ts';
import { lookAt, removeFile } from './files.ts';
import { isStaleLock } from './lock.ts';

/** A file of an interrupted download, or the lock of one. */
export interface Interrupted {
  path: string;
  bytes: number;
  kind: 'download' | 'lock';
  /** Whether no later run resumes it. */
  isUseless: boolean;
}

/** The files of downloads that no running process has locked. */
export function* interruptedIn(partial: string): Generator<Interrupted> {
  const names = new Set(namesIn(partial));
  for (const name of names) {
    const [, stem, ending] = /^([0-9a-f]{32})\.(part|json|lock)$/.exec(name) ?? [];
    if (stem === undefined) continue;
    const path = join(partial, name);
    const found = lookAt(path);
    if (!found || (names.has(`${stem}.lock`) && !isStaleLock(join(partial, `${stem}.lock`)))) continue;
    const { size: bytes } = found;
    if (ending === 'lock') yield { path, bytes, kind: 'lock', isUseless: true };
    else yield { path, bytes, kind: 'download', isUseless: !isPair(names, stem) || isAbandoned(found.mtimeMs) };
  }
}

/** Removes locks and files of processes that have ended, and interrupted downloads that no run resumes; never throws. */
export function sweepPartial(partial: string): void {
  sweep(partial);
  // Locks decide about downloads, so locks are removed last.
  for (const { isUseless, path } of [...interruptedIn(partial)]) {
    if (!isUseless) continue;
    try {
      removeFile(path);
    } catch {}
  }
}

function isPair(names: ReadonlySet<string>, stem: string): boolean {
  return names.has(`${stem}.part`) && names.has(`${stem}.json`);
}
