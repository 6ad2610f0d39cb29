import type { nextChecks } from './inspector/page/causes.mjs';
import type { verdicts } from './inspector/page/verdicts.mjs';

/** The result of a request to the listener, as shown in a line, in filters and in the journal. */
export type Verdict = keyof typeof verdicts;

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
export type Cause = keyof typeof nextChecks;

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

/** A request that reached the listener, with any verdict. */
export interface Delivery {
  /** 26 letters and digits; sorts by time of arrival, cannot be guessed. */
  readonly id: string;
  /** When its body was complete, ISO 8601. */
  readonly at: string;
  /** True only for a matching signature. */
  readonly verified: boolean;
  readonly verdict: Verdict;
  /** Null for a verified delivery only. */
  readonly cause: Cause | null;
  /** Why it is not verified, in a sentence; null for a verified delivery only. */
  readonly reason: string | null;
  /** Name of the matching token. */
  readonly signedWith: string | null;
  readonly method: string;
  /** Path and query as sent, secrets masked. */
  readonly path: string;
  /** As sent, in order, secrets masked. */
  readonly headers: readonly HeaderPair[];
  /** The bytes as sent, before any parsing; empty if they were not read. */
  readonly body: Buffer;
  /** Bytes of the body as it was sent; more than `body` holds where only its beginning was kept. */
  readonly bodySize: number;
  /** The trigger of its (first) notification. It is the claim of the sender: trust it only if `verified`. */
  readonly trigger: string | null;
  /** The status it was answered with. */
  readonly status: number;
  /** The body as JSON; null for other bodies. */
  readonly notification: unknown;
  readonly marks: readonly Mark[];
  /** The id of the delivery that it repeats, null for an unknown one that a stream has already. */
  readonly repeats?: string | null | undefined;
  /** The beginning of the answer of the receiver behind `--forward`; only for a listener. */
  readonly answer?: string | undefined;
  /** False if no command finds it by its id; only for a listener. */
  readonly isStored?: false | undefined;
  /** Why the receiver behind `--forward` did not accept it, in a sentence. */
  readonly failure?: string | undefined;
  /** True if it was answered 500 because it could not be recorded: the sender repeats it. */
  readonly isUnrecorded?: true | undefined;
  /** The name of the readers that failed to handle it; only for a copy in `svc.dead.…`. */
  readonly movedBy?: string | undefined;
}

/** An answer to a delivery, ours or that of the receiver behind `--forward`. */
export interface Answer extends Pick<Delivery, 'failure' | 'repeats'> {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

/** Whether it is verified, or allowed without a signature. What is accepted may be forwarded, run and counted. */
export function isAccepted({ verdict }: Pick<Delivery, 'verdict'>): boolean {
  return verdict === 'verified' || verdict === 'unsigned';
}
