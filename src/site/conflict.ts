import { joined } from '../base/text.ts';
import { type Step, stepOf, type Thing } from './change.ts';

/** The step for several live things of one identity, which stops for them only. */
export function conflictOf(thing: Thing, ids: readonly string[]): Step {
  const conflict = `${joined(ids)} have this ${thing.kind === 'oauth-client' ? 'identity' : 'name'}: delete or rename all but one (svc ${thing.kind} delete ${ids.at(-1)}), or declare each with its id.`;
  return stopped(thing, conflict);
}

/** A step that is shown and not carried out. */
export function stopped(thing: Thing, conflict: string): Step {
  const warnings = [conflict];
  const nothing = { phase: 0, again: async () => undefined, send: async () => ({}) };
  return stepOf(thing, { action: 'unknown', warnings, conflict, ...nothing });
}
