import { verdicts } from './verdicts.mjs';

/** @import { Summary } from '../history.ts' */

/**
 * Parses a line of filters: `key=value` like `--filter` (a repeated key matches any of its values, different keys must all match, `*`
 * matches any text and `?` one character), and words that must all occur.
 * @param {string} line
 * @param {readonly string[]} keys
 * @returns {{ fits: (summary: Summary) => boolean, wrong: string | null }} `wrong` is an unknown key
 */
export function readFilter(line, keys) {
  /** @type {Map<string, RegExp[]>} */
  const patternsByKey = new Map();
  /** @type {string[]} */
  const freeWords = [];
  /** @type {string | null} */
  let wrong = null;
  for (const [word] of line.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)) {
    const plain = word.replaceAll('"', '');
    const cut = plain.indexOf('=');
    const [key, value] = [plain.slice(0, Math.max(cut, 0)), plain.slice(cut + 1)];
    if (cut < 0) freeWords.push(plain.toLowerCase());
    else if (!keys.includes(key)) wrong ??= key;
    else if (value !== '') patternsByKey.set(key, [...(patternsByKey.get(key) ?? []), pattern(value)]);
  }
  return {
    wrong,
    fits: (summary) =>
      [...patternsByKey].every(([key, patterns]) =>
        (summary.values[key] ?? []).some((value) => patterns.some((one) => one.test(value))),
      ) && freeWords.every((word) => textOf(summary).includes(word)),
  };
}

/** @param {Summary} summary */
function textOf({ id, message, reason, values, verdict }) {
  return [id, message, reason, verdicts[verdict].words, ...Object.values(values).flat()].join('\n').toLowerCase();
}

/** @param {string} value */
function pattern(value) {
  /** @param {string} text */
  const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${value.split(/\*+/).map(literal).join('.*').replaceAll('\\?', '.')}$`, 'su');
}
