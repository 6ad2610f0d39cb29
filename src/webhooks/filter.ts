import { triggers, verificationTrigger } from '../api/contract/notification.ts';
import { UsageError } from '../base/errors.ts';
import { matchesGlob } from '../base/glob.ts';
import { nearest } from '../base/nearest.ts';
import { joined } from '../base/text.ts';
import { type Delivery, isAccepted } from './delivery.ts';
import { type Facts, factsOf } from './event.ts';
import { nextChecks } from './inspector/page/causes.mjs';
import { verdicts } from './inspector/page/verdicts.mjs';

export type DeliveryFilter = (delivery: Delivery) => boolean;

const keys: Readonly<Record<string, (delivery: Delivery, facts: Facts) => (string | null)[]>> = {
  trigger: (_, { triggers }) => triggers,
  workspace: (_, { workspace, workspaceName, organization }) => [
    workspace,
    workspaceName,
    organization && workspaceName && `${organization}/${workspaceName}`,
  ],
  run: (_, { run }) => [run],
  organization: (_, { organization }) => [organization],
  configuration: (_, { configuration }) => [configuration],
  verified: ({ verified }) => [String(verified)],
  verdict: ({ verdict }) => [verdict],
  cause: ({ cause }) => [cause],
  status: ({ status }) => [String(status)],
};

export const filterKeys: readonly string[] = Object.keys(keys);
export const filterHelp = `with this value of ${joined(filterKeys, 'or')}; repeatable`;

/** Known values of the keys that have a fixed set of values. A newer service may have other triggers. */
const filterValues: Readonly<Record<string, readonly string[]>> = {
  trigger: [...triggers, verificationTrigger],
  verified: ['true', 'false'],
  verdict: Object.keys(verdicts),
  cause: Object.keys(nextChecks),
};

/** Filters for completion: `key=value` for keys with known values, and `key=` for keys that accept any value. */
export const filterWords: readonly string[] = filterKeys.flatMap((key) =>
  (filterValues[key] ?? ['']).map((value) => `${key}=${value}`),
);

export function filterValuesOf(delivery: Delivery, facts: Facts): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(keys).map(([key, valuesOf]) => [
      key,
      valuesOf(delivery, facts).filter((value) => value !== null && value !== ''),
    ]),
  ) as Record<string, string[]>;
}

/**
 * Parses filters such as `trigger=run:errored` and `run=run-123`. A repeated key matches any of its values, different keys
 * must all match, `*` matches any text and `?` one character. The content of a rejected delivery never matches: anyone may
 * have written it. @throws {UsageError} for an unknown key or a missing value
 */
export function parseFilters(texts: readonly string[]): DeliveryFilter {
  const patternsByKey = new Map<string, string[]>();
  for (const text of texts) {
    const [key, value] = filterParts(text);
    patternsByKey.set(key, [...(patternsByKey.get(key) ?? []), value]);
  }
  return (delivery) => {
    const facts = factsOf(isAccepted(delivery) ? delivery.notification : null);
    return [...patternsByKey].every(([key, patterns]) =>
      keys[key]!(delivery, facts).some(
        (value) => value !== null && patterns.some((pattern) => matchesGlob(pattern, value)),
      ),
    );
  };
}

function filterParts(text: string): [key: string, value: string] {
  const cut = text.indexOf('=');
  const [key, value] = [text.slice(0, Math.max(cut, 0)), text.slice(cut + 1)];
  if (cut >= 0 && Object.hasOwn(keys, key) && value !== '') return [key, value];
  throw new UsageError(`Invalid filter "${text}". Write it like trigger=run:errored.`, {
    hint: `Keys: ${filterKeys.join(', ')}`,
  });
}

export const filterNotes = `In a filter, * matches any text and ? one character. An unknown value is rejected, an unknown trigger accepted with a
warning, since a newer service may have it. The content of a rejected delivery matches nothing; its verified, verdict, cause and status do.`;

/**
 * Rejects filters that cannot match. Only warns of an unknown trigger, which a newer service may have (trust, "payloads
 * beyond the document").
 * @throws {UsageError} for an invalid filter, an impossible value, and a trigger that resembles a known one
 */
export function checkFilters(flag: string, texts: readonly string[], { warn }: { warn(words: string): void }): void {
  for (const text of texts) {
    const [key, value] = filterParts(text);
    const knownValues = filterValues[key] ?? [value];
    if (knownValues.some((word) => matchesGlob(value, word))) continue;
    const suggestion = /[*?]/.test(value) ? undefined : nearest(value, knownValues);
    const unknown = `value "${value}" for ${key} of ${flag}`;
    if (key === 'trigger' && !suggestion) {
      warn(`Unknown ${unknown}, accepted since a newer service may have it.`);
      continue;
    }
    const correction = suggestion && `Did you mean "${key}=${suggestion}"?`;
    const starNote = `A trigger that this version of svc does not know is accepted with a star: ${key}=${value}*`;
    const hint = key === 'trigger' ? `${correction} ${starNote}` : correction;
    throw new UsageError(`Invalid ${unknown}. Choose from: ${knownValues.join(', ')}`, { hint });
  }
}
