import { relatedIds } from '../../api/contract/relationships.ts';
import type { Declarable, Field, Row } from './resource.ts';

export interface AttributeChange {
  attribute: string;
  from: unknown;
  to: unknown;
}

/**
 * Returns the declared attributes that differ from the live ones. Lists are compared as sets. A live object may have members that are
 * not declared.
 */
export function differences(declared: object, live: object): AttributeChange[] {
  return Object.entries(declared).flatMap(([attribute, to]) => {
    if (to === undefined) return [];
    const from = (live as Record<string, unknown>)[attribute] ?? null;
    return isInForce(to, from) ? [] : { attribute, from, to };
  });
}

function isInForce(declaredValue: unknown, live: unknown): boolean {
  if (Array.isArray(declaredValue)) {
    const values: unknown[] = Array.isArray(live) ? live : [];
    const isExtra = (each: unknown) =>
      typeof each !== 'object' && !declaredValue.some((value) => isInForce(value, each));
    return declaredValue.every((value) => values.some((each) => isInForce(value, each))) && !values.some(isExtra);
  }
  if (typeof declaredValue !== 'object' || declaredValue === null)
    return comparable(declaredValue) === comparable(live);
  return Object.entries(declaredValue).every(([name, value]) =>
    isInForce(value, (live as typeof declaredValue | null)?.[name as never]),
  );
}

/** Formats a value for a comparison. Null equals an empty text, and `https://a.example` equals `https://a.example/`. */
function comparable(value: unknown): string {
  if (typeof value === 'string' && /^https?:/i.test(value) && URL.canParse(value)) return new URL(value).href;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** Returns fields in the form in which they are compared. */
export function comparedForm({ fields }: Declarable, attributes: Row['attributes']): Record<string, unknown> {
  const names = Object.keys(fields).filter((name) => attributes[name] !== undefined);
  const formOf = ({ compared = (value) => value }: Field, value: unknown) => compared(value);
  return Object.fromEntries(names.map((name) => [name, formOf(fields[name] ?? {}, attributes[name])]));
}

/** Returns the fields of a live thing in the form of a document: with names in place of ids, and without secrets. */
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
