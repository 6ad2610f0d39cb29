import { join } from 'node:path';
import type { Host } from '../../cli/context.ts';
import { stateFolder } from '../../settings/paths.ts';
import { createJournal, type Journal } from '../../webhook/journal.ts';

/** The journal of this user. */
export function journalOf({ env, home }: Pick<Host, 'env' | 'home'>): Journal {
  return createJournal({ folder: join(stateFolder(env, home), 'webhook') });
}
