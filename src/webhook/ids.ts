import { randomFillSync } from 'node:crypto';

/** Crockford's digits: no i, l, o or u to misread. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const randomDigits = 13;

/** Makes ids of 26 digits: 10 of time, 3 that count within a millisecond, 13 that nobody can guess. They sort as made. */
export function createIds(): (now: number) => string {
  const pool = Buffer.alloc(randomDigits * 256);
  let used = pool.length;
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
      randomFillSync(pool);
      used = 0;
    }
    let tail = '';
    for (const end = used + randomDigits; used < end; used += 1) tail += digits[pool[used]! & 31];
    return prefix + encode(count, 3) + tail;
  };
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text;
  return text;
}
