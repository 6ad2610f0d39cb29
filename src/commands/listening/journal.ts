import type { Host } from '../../cli/context.ts';
import { journalFolder } from '../../cli/settings/paths.ts';
import { createJournal, type Journal } from '../../webhooks/journal.ts';

/** The journal of this user. */
export function journalOf({ env, home }: Pick<Host, 'env' | 'home'>): Journal {
  return createJournal({ folder: journalFolder(env, home) });
}
