import { matchesGlob } from '../base/glob.ts';
import { triggers, verificationTrigger } from '../contract/notification.ts';

/** It ends every wait, so it is always requested. */
const failed = 'run:errored';

/**
 * The triggers that a configuration needs for a wait: those that its filters fit, unknown ones as they are named, and the
 * failure of a run; all of them where no trigger is named.
 */
export function triggersFor(until: readonly string[]): string[] {
  const wanted = until.filter((text) => text.startsWith('trigger=')).map((text) => text.slice('trigger='.length));
  if (wanted.length === 0) return [...triggers];
  const fitting = triggers.filter((trigger) => wanted.some((value) => matchesGlob(value, trigger)));
  const known = [...triggers, verificationTrigger];
  const others = wanted.filter((value) => !known.some((trigger) => matchesGlob(value, trigger)));
  // A star allows an unknown trigger that resembles a known one.
  const named = others.map((value) => value.replace(/(?<!\*)\*+$/, '')).filter((value) => /^[^*?]+$/.test(value));
  return [...new Set([...fitting, ...named, failed])];
}

/** Whether a wait asks for the verification itself, which comes before everything else. */
export function wantsVerification(until: readonly string[]): boolean {
  return until.includes(`trigger=${verificationTrigger}`);
}
