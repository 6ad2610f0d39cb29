import { UsageError } from '../base/errors.ts';
import { matchesGlob } from '../base/glob.ts';
import { nearest } from '../base/nearest.ts';
import { filterParts, filterValues } from './filter.ts';

/** The help about values of filters. */
export const filterNotes = `In a filter, * matches any text and ? one character. An unknown value is rejected, an unknown trigger accepted with a
warning, since a newer service may have it. The content of a rejected delivery matches nothing; its verified, verdict, cause and status do.`;

/**
 * Checks the values of filters first. A trigger that resembles no known one is accepted with a warning, since a newer
 * service may have it (trust, "payloads beyond the document").
 * @throws {UsageError} for an invalid filter, an impossible value, and a trigger that resembles a known one
 */
export function checkFilters(flag: string, texts: readonly string[], { warn }: { warn(words: string): void }): void {
  for (const text of texts) {
    const [key, value] = filterParts(text);
    const known = filterValues[key] ?? [value];
    if (known.some((word) => matchesGlob(value, word))) continue;
    const near = /[*?]/.test(value) ? undefined : nearest(value, known);
    const unknown = `value "${value}" for ${key} of ${flag}`;
    if (key === 'trigger' && !near) warn(`Unknown ${unknown}, accepted since a newer service may have it.`);
    else if (!near) throw new UsageError(`Invalid ${unknown}. Choose from: ${known.join(', ')}`);
    else {
      const meant = `Did you mean "${key}=${near}"?`;
      const newer = `A trigger that this version of svc does not know is accepted with a star: ${key}=${value}*`;
      throw new UsageError(`Invalid ${unknown}. Choose from: ${known.join(', ')}`, {
        hint: key === 'trigger' ? `${meant} ${newer}` : meant,
      });
    }
  }
}
