import { randomBytes } from 'node:crypto';

/** Crockford's digits: no i, l, o or u to misread. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates ids of 26 digits: 10 of time, 3 that count within a millisecond, 13 random. They sort by creation. */
export function createIds(): (now: number) => string {
  let random = '';
  let last = -1;
  let time = '';
  let count = 0;
  return (now) => {
    count += 1;
    // A full counter borrows the next millisecond.
    if (now > last || count === 32 ** 3) {
      last = Math.max(now, last + 1);
      time = encode(last, 10);
      count = 0;
    }
    if (random === '') random = Array.from(randomBytes(13 * 64), (byte) => digits[byte & 31]).join('');
    const unguessable = random.slice(0, 13);
    random = random.slice(13);
    return `${time}${encode(count, 3)}${unguessable}`;
  };
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
}
