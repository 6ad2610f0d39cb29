import { unlessThrown } from './unless-thrown.ts';
/** Parses JSON; undefined for invalid JSON. */
export function jsonIn(text: string): unknown {
  return unlessThrown(() => JSON.parse(text));
}

/** The value of a text: JSON as such, everything else as the text. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** Whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether objects and arrays are nested in more levels than this. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
