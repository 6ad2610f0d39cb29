import { relatedIds } from '../../api/contract/relationships.ts';
import type { Declarable, Field, Row } from './resource.ts';

export interface AttributeChange {
  attribute: string;
  from: unknown;
  to: unknown;
}

/**
 * Returns the declared attributes that differ. Lists are compared as sets, and an object may have more than is
 * declared.
 */
export function differences(declared: object, live: object): AttributeChange[] {
  return Object.entries(declared).flatMap(([attribute, to]) => {
    if (to === undefined) return [];
    const from = (live as Record<string, unknown>)[attribute] ?? null;
    return isInForce(to, from) ? [] : { attribute, from, to };
  });
}

function isInForce(wanted: unknown, live: unknown): boolean {
  if (Array.isArray(wanted)) {
    const values: unknown[] = Array.isArray(live) ? live : [];
    const isExtra = (each: unknown) => typeof each !== 'object' && !wanted.some((value) => isInForce(value, each));
    return wanted.every((value) => values.some((each) => isInForce(value, each))) && !values.some(isExtra);
  }
  if (typeof wanted !== 'object' || wanted === null) return comparable(wanted) === comparable(live);
  return Object.entries(wanted).every(([name, value]) =>
    isInForce(value, (live as typeof wanted | null)?.[name as never]),
  );
}

/** Formats a value for a comparison. Null equals an empty text, and `https://a.example` equals `https://a.example/`. */
function comparable(value: unknown): string {
  if (typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)) return new URL(value).href;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** Returns fields in the form in which they are compared. */
export function comparedForm({ fields }: Declarable, given: Row['attributes']): Record<string, unknown> {
  const names = Object.keys(fields).filter((name) => given[name] !== undefined);
  const formOf = ({ compared = (value) => value }: Field, value: unknown) => compared(value);
  return Object.fromEntries(names.map((name) => [name, formOf(fields[name] ?? {}, given[name])]));
}

/** Returns the fields of a live thing as a document has them: names for ids, without secrets. */
export function valuesOf(
  { fields }: Declarable,
  row: Row,
  names: Partial<Record<string, { nameOf(id: string): string | undefined }>>,
): Record<string, unknown> {
  const entries = Object.entries(fields).filter(([, { secret }]) => !secret);
  return Object.fromEntries(
    entries.map(([name, { single, to }]) => {
      if (to === undefined) return [name, row.attributes[name]];
      const related = (relatedIds(row, name) ?? []).map((id) => names[to]?.nameOf(id) ?? id);
      return [name, single ? (related[0] ?? null) : related];
    }),
  );
}
