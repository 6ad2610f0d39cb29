import { make } from './dom.mjs';

/** Characters that are invisible, or reorder visible ones: controls, bidirectional and zero-width characters, lone surrogates. */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Returns a sender's text with invisible characters shown as code points.
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function visible(text) {
  const shown = document.createDocumentFragment();
  let from = 0;
  for (const { 0: character, index } of text.matchAll(hidden)) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    shown.append(text.slice(from, index), make('span', { class: 'code-point' }, `U+${code}`));
    from = index + character.length;
  }
  shown.append(text.slice(from));
  return shown;
}

/**
 * Returns a sender's text on one line.
 * @param {string} text
 */
export function visibleLine(text) {
  return visible(text.replace(/[\n\t]+/g, ' '));
}

/** @type {readonly (readonly [seconds: number, unit: string])[]} */
const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/**
 * Formats a duration in its largest unit: `4 s`, `12 min`.
 * @param {number} ms
 */
export function span(ms) {
  const seconds = Math.max(0, ms / 1000);
  if (seconds < 1) return seconds === 0 ? '0 s' : '< 1 s';
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

/**
 * Formats the age of a time.
 * @param {string} at ISO 8601
 * @param {number} now
 */
export function age(at, now) {
  const ms = now - Date.parse(at);
  return ms < 1000 ? 'now' : span(ms);
}

/**
 * Formats a time of day, with the date if it is not today.
 * @param {Date} at
 */
export function clock(at) {
  const time = at.toTimeString().slice(0, 8);
  return at.toDateString() === new Date().toDateString() ? time : `${date(at)} ${time}`;
}

/**
 * Formats a time with its date and zone: `2026-11-22 17:04:09 UTC+01:00`.
 * @param {Date} at
 */
export function moment(at) {
  return `${date(at)} ${at.toTimeString().slice(0, 8)} ${zone(at)}`;
}

/**
 * Returns the time zone of the browser at a time, as an offset from UTC.
 * @param {Date} at
 */
export function zone(at) {
  const minutes = -at.getTimezoneOffset();
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** @param {Date} at */
function date(at) {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}

/**
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 */
export function counted(count, noun, plural = `${noun}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

/**
 * Formats the number of listed deliveries: `25 deliveries`, `15 of 25`, `15 of the latest 500 (526 received)`. With matches of the journal,
 * whose size is unknown: `30 matches`, or `130 matches so far`.
 * @param {{ all: number, held: number, shown: number, filtered: boolean, searched: boolean }} list
 * @param {number} total received ones, of which the listener holds the latest
 * @param {boolean} more whether the journal has more
 */
export function countWords({ all, held, shown, filtered, searched }, total, more) {
  if (filtered && searched) return `${counted(shown, 'match', 'matches')}${more ? ' so far' : ''}`;
  const received = total > all ? ` (${total.toLocaleString('en')} received)` : '';
  if (filtered)
    return `${shown.toLocaleString('en')} of ${received && 'the latest '}${held.toLocaleString('en')}${received}`;
  return received && all === held
    ? `The latest ${all.toLocaleString('en')}${received}`
    : counted(all, 'delivery', 'deliveries') + received;
}
