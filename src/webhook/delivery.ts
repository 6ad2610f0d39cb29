import { randomBytes } from 'node:crypto';

/** What became of one request to the listener; one word for a line on a terminal, a filter and the journal. */
export const verdicts = [
  /** Its signature was proved with one of our tokens. */
  'verified',
  /** Accepted without proof, because unsigned deliveries were allowed. Never verified. */
  'unsigned',
  /** It carries no signature, or an empty one. */
  'missing',
  /** Its signature header is repeated, contradicts the other dialect's, or has not the form of a signature. */
  'malformed',
  /** A well-formed signature that is not that of these bytes under any of our tokens. */
  'mismatch',
  /** Not a delivery at all: wrong method or path, too large, too slow, or more than we can handle. */
  'refused',
] as const;
export type Verdict = (typeof verdicts)[number];

/** One header line as it was sent: name in its own case, value. */
export type HeaderPair = readonly [name: string, value: string];

/** Node's flat list of raw headers as pairs. */
export function headerPairs(raw: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at]!, raw[at + 1]!]);
  return pairs;
}

/** A key deliveries may be signed with, and how to call it without showing it. */
export interface Token {
  /** Where it comes from, in words that may be shown: `--token-file ./old`, `$HOOK_TOKEN`. */
  readonly name: string;
  readonly value: string;
}

/** Why a delivery is not verified: a code for machines; `reason` is the same in a sentence. */
export const causes = [
  'no-token',
  'missing',
  'empty-header',
  'repeated-header',
  'headers-disagree',
  'not-hexadecimal',
  'wrong-length',
  'truncated',
  'prefixed',
  'quoted',
  'base64',
  'sha256',
  'sha1',
  'other-algorithm',
  'not-hmac',
  'other-token',
  'token-white-space',
  'token-quoted',
  'token-encoded',
  're-serialised',
  'trailing-newline',
  'white-space',
  'byte-order-mark',
  'line-endings',
  'character-encoding',
  'empty-body',
  'mismatch',
  'method',
  'path',
  'host',
  'browser',
  'too-large',
  'too-slow',
  'too-many-headers',
  'overloaded',
  'not-recorded',
] as const;
export type Cause = (typeof causes)[number];

/** What is unusual about a body; none of it makes a verified delivery less so. */
export type Mark =
  | 'verification'
  | 'unknown-trigger'
  | 'payload-version'
  | 'several-notifications'
  | 'byte-order-mark'
  | 'not-utf8'
  | 'not-json'
  | 'not-a-notification'
  | 'too-deep'
  /** Only its beginning was kept. */
  | 'cut';

/** One request that reached the listener, whatever became of it. */
export interface Delivery {
  /** 26 letters and digits; sorts by time of arrival, cannot be guessed. */
  readonly id: string;
  /** When its body was complete, ISO 8601. */
  readonly at: string;
  /** True only where a signature was proved. */
  readonly verified: boolean;
  readonly verdict: Verdict;
  /** Null for a verified delivery only. */
  readonly cause: Cause | null;
  /** Why it is not verified, in a sentence; null for a verified delivery only. */
  readonly reason: string | null;
  /** Name of the token that proved it. */
  readonly signedWith: string | null;
  readonly method: string;
  /** Path and query as sent, secrets masked. */
  readonly path: string;
  /** As sent, in order, secrets masked. */
  readonly headers: readonly HeaderPair[];
  /** The bytes as they were sent, before any parsing; empty where they were not read. */
  readonly body: Buffer;
  /** Bytes of the body as it was sent; more than `body` holds where only its beginning was kept. */
  readonly bodySize: number;
  /** What its (first) notification says it is about. Whoever sent it says so: believe it only where `verified`. */
  readonly trigger: string | null;
  /** The status it was answered with. */
  readonly status: number;
  /** The body as JSON; null where it is none. */
  readonly notification: unknown;
  readonly marks: readonly Mark[];
}

/** An answer to a delivery, of ours or of whoever it was forwarded to. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

/** Whether it is verified, or allowed without a signature. What is accepted may be forwarded, run and counted. */
export function isAccepted({ verdict }: Pick<Delivery, 'verdict'>): boolean {
  return verdict === 'verified' || verdict === 'unsigned';
}

/** Crockford's digits: no i, l, o or u to misread. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** Makes ids of 26 digits: 10 of time, 3 that count within a millisecond, 13 that nobody can guess. They sort as made. */
export function createIds(): (now: number) => string {
  let random = '';
  let last = -1;
  let time = '';
  let count = 0;
  return (now) => {
    count += 1;
    // Where there are more than the counter holds, the next millisecond is borrowed.
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
