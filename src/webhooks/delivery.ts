import type { nextChecks } from './inspector/page/causes.mjs';
import type { verdicts } from './inspector/page/verdicts.mjs';

export type Verdict = keyof typeof verdicts;

/** A header line as sent: the name in the sender's spelling, and the value. */
export type HeaderPair = readonly [name: string, value: string];

/** Returns Node's flat list of raw headers as pairs. */
export function headerPairs(raw: readonly string[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at]!, raw[at + 1]!]);
  return pairs;
}

/** A key of signatures, and its name in messages. */
export interface Token {
  /** The source of the token, to show in place of its value: `--token-file ./old`, `$HOOK_TOKEN`. */
  readonly name: string;
  readonly value: string;
}

/** A code for the reason why a delivery is not verified; `reason` is the sentence. */
export type Cause = keyof typeof nextChecks;

/** An unusual property of a body. A mark does not change whether the delivery is verified. */
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
  /** The body is incomplete: only its beginning was stored. */
  | 'cut';

/** A request that reached the listener, with any verdict. */
export interface Delivery {
  /** 26 letters and digits: sorts by time of arrival, and cannot be guessed. */
  readonly id: string;
  /** Time when the body was complete, ISO 8601. */
  readonly at: string;
  /** True only for a matching signature. */
  readonly verified: boolean;
  readonly verdict: Verdict;
  readonly cause: Cause | null;
  /** The sentence for `cause`; null only for a verified delivery. */
  readonly reason: string | null;
  readonly signedWith: string | null;
  readonly method: string;
  /** Path and query as sent, with secrets masked. */
  readonly path: string;
  /** Header lines as sent, in order, secrets masked. */
  readonly headers: readonly HeaderPair[];
  /** Bytes as sent; empty if the body was not read. */
  readonly body: Buffer;
  /** Size of the body as sent, in bytes; larger than `body` if only its beginning was stored. */
  readonly bodySize: number;
  /** Trigger of the first notification, as the sender claims: trust it only if `verified`. */
  readonly trigger: string | null;
  readonly status: number;
  /** The body parsed as JSON; null if it is not JSON. */
  readonly notification: unknown;
  readonly marks: readonly Mark[];
  /** Id of the delivery that this one repeats; null if a stream stores that delivery under an unknown id. */
  readonly repeats?: string | null | undefined;
  /** Beginning of the response of the receiver behind `--forward`; only for a listener. */
  readonly answer?: string | undefined;
  /** False if the delivery is not stored, so no command can find its id; only for a listener. */
  readonly isStored?: false | undefined;
  /** A sentence that says why the receiver behind `--forward` did not accept the delivery. */
  readonly failure?: string | undefined;
  /** True if the response was 500 because the delivery could not be stored: the sender repeats it. */
  readonly isUnrecorded?: true | undefined;
  /** Name of the readers that failed to handle the delivery; only for a copy in `svc.dead.…`. */
  readonly movedBy?: string | undefined;
}

/** A response to a delivery, by the listener or the receiver behind `--forward`. */
export interface Answer extends Pick<Delivery, 'failure' | 'repeats'> {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Buffer;
}

/** Returns whether a delivery is verified, or unsigned and allowed: it may be forwarded, executed and counted. */
export function isAccepted({ verdict }: Pick<Delivery, 'verdict'>): boolean {
  return verdict === 'verified' || verdict === 'unsigned';
}

/** A map that keeps the 10,000 latest entries. */
export class Latest<Value> extends Map<string, Value> {
  override set(text: string, value: Value): this {
    this.delete(text);
    super.set(text, value);
    if (this.size > 10_000) this.delete(this.keys().next().value!);
    return this;
  }
}
