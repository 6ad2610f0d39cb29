import { unlessThrown } from './unless-thrown.ts';

/** Parses JSON; returns undefined for invalid JSON. */
export function jsonIn(text: string): unknown {
  return unlessThrown(() => JSON.parse(text));
}

/** Parses JSON; returns any other text unchanged. */
export function jsonOrText(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
}

/** Returns whether a value is a JSON object, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether objects and arrays are nested more than `levels` deep. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
