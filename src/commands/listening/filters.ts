import type { Context } from '../../cli/context.ts';
import { UsageError } from '../../errors.ts';
import { nearest } from '../../nearest.ts';
import { filterParts, filterValues, pattern } from '../../webhook/filter.ts';

/** What a person should know of the values, for the help of every command that takes filters. */
export const filterNotes = `In a filter, * matches any text. An unknown value is rejected, an unknown trigger accepted with a warning, since
a newer service may have it.`;

/**
 * Looks at the values of filters before anything is done. A trigger that is like none is taken with a warning, since a newer
 * service may have it (trust, "payloads beyond the document").
 * @throws {UsageError} for a filter that is none, a value that never comes, and a trigger that is nearly a known one
 */
export function checkFilters(flag: string, texts: readonly string[], { warn }: Pick<Context['output'], 'warn'>): void {
  for (const text of texts) {
    const [key, value] = filterParts(text);
    const known = filterValues[key] ?? [value];
    if (known.some((word) => pattern(value).test(word))) continue;
    const near = value.includes('*') ? undefined : nearest(value, known);
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
