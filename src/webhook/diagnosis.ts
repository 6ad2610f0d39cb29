import type { Token } from './delivery.ts';
import { diagnose } from './diagnose.ts';
import { type Diagnosis, formOnly } from './verify.ts';

/** Thorough diagnoses one after another, and how many come back each second. */
const burst = 20;
const perSecond = 10;
const maxBytes = 64 * 1024;

/** Diagnoses for a listener: strangers who send bad signatures by the thousand get no more of our time than this. */
export function createDiagnosing(
  tokens: readonly Token[],
  otherTokens: readonly Token[],
  clock: () => number = () => performance.now(),
): (body: Buffer, given: string) => Diagnosis {
  let saved = burst;
  let at = clock();
  return (body, given) => {
    const now = clock();
    saved = Math.min(burst, saved + ((now - at) / 1000) * perSecond);
    at = now;
    if (saved >= 1) {
      saved -= 1;
      return diagnose(body, given, tokens, { otherTokens, maxBytes });
    }
    const { cause, reason } = formOnly(given);
    return { cause, reason: `${reason} (Too many bad signatures at once to look for the cause.)` };
  };
}
