import { join } from 'node:path';
import type { Host } from '../../cli/context.ts';
import { createJournal, type Journal } from '../../webhook/journal.ts';

/** The folder of state that outlives a run: `$XDG_STATE_HOME/svc`, or `~/.local/state/svc`. */
export function stateFolder({ env, home }: Pick<Host, 'env' | 'home'>): string {
  const base = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(home, '.local', 'state');
  return join(base, 'svc');
}

/** The journal of this user. */
export function journalOf(host: Pick<Host, 'env' | 'home'>): Journal {
  return createJournal({ folder: join(stateFolder(host), 'webhook') });
}
