import type { CallRow, Lock } from './lock-file.ts';
import { identityOf } from './locked-call.ts';

/** A module call that differs between two locks. */
export interface Change extends Omit<CallRow, 'commit'> {
  change: 'added' | 'changed' | 'removed' | 'not read';
  /** The previous version, if it differs. */
  before?: string | undefined;
}

/** Returns the differences between two locks, by call path; a local call differs only by its source. */
export function changesBetween(old: Lock, fresh: Lock): Change[] {
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return paths.flatMap((module): Change[] => {
    const [was, is] = [old.get(module), fresh.get(module)];
    if (!is) return was ? [{ module, change: 'removed', source: was.source, before: was.version ?? was.commit }] : [];
    const { source } = is;
    const version = is.version ?? is.commit;
    if (!was) return [{ module, change: 'added', source, version }];
    const fields = ['source', 'constraint', 'location', 'subdir', 'sha256', 'h1'] as const;
    const same =
      identityOf(was) === identityOf(is) && fields.every((field) => (was[field] ?? '') === (is[field] ?? ''));
    return same ? [] : [{ module, change: 'changed', source, version, before: was.version ?? was.commit }];
  });
}
