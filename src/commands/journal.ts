import { join } from 'node:path';
import { createJournal, type Journal } from '../webhook/journal.ts';
import type { Host } from './context.ts';

/** The journal of this user: `$XDG_STATE_HOME/svc/webhook`, else `~/.local/state/svc/webhook`. */
export function journalOf({ env, home }: Pick<Host, 'env' | 'home'>): Journal {
  const base = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(home, '.local', 'state');
  return createJournal({ folder: join(base, 'svc', 'webhook') });
}
