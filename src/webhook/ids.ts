import { randomFillSync } from 'node:crypto';

/** Crockford's digits: no i, l, o or u to misread. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const codes = Buffer.from(digits);
const randomDigits = 13;

/** Makes ids of 26 digits: 10 of time, 3 that count within a millisecond, 13 that nobody can guess. They sort as made. */
export function createIds(): (now: number) => string {
  const random = Buffer.alloc(randomDigits * 256);
  let pool = '';
  let used = 0;
  let last = 0;
  let count = 0;
  let prefix = '';
  return (now) => {
    const time = Math.max(now, last);
    if (time !== last || prefix === '') {
      last = time;
      count = 0;
      prefix = encode(time, 10);
    } else if (++count === 32 ** 3) {
      // More than the counter holds: borrow the next millisecond.
      last += 1;
      count = 0;
      prefix = encode(last, 10);
    }
    if (used === pool.length) {
      randomFillSync(random);
      for (let at = 0; at < random.length; at += 1) random[at] = codes[random[at]! & 31]!;
      pool = random.toString('latin1');
      used = 0;
    }
    used += randomDigits;
    return prefix + encode(count, 3) + pool.slice(used - randomDigits, used);
  };
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
}
