import { CancelledError, cancellation } from '../base/errors.ts';
import { counted } from '../base/text.ts';
import type { Answer, Delivery, HeaderPair, Token, Verdict } from './delivery.ts';
import { verdicts } from './inspector/page/verdicts.mjs';

export interface ListenerOptions {
  host?: string | undefined;
  port?: number | undefined;
  /** The only path that accepts deliveries. Default: `/`. */
  path?: string | undefined;
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined;
  /** Tokens, any of which may verify a delivery. Without tokens and `allowUnsigned`, every delivery is rejected. */
  tokens: readonly Token[];
  allowUnsigned?: boolean | undefined;
  /** Host names of the listener besides its address and this machine's name; unsigned requests must use one of them. */
  hosts?: readonly string[] | undefined;
  /** Status of the response to accepted deliveries. Default: 204. */
  status?: number | undefined;
  limits?: Partial<Limits> | undefined;
  /**
   * Responds to an accepted delivery in place of the listener (`--forward`); `original` are the unmasked header lines.
   * Undefined selects the default response. The response is 502 if the promise rejects, or is pending when `signal` aborts at the end.
   */
  respond?:
    | ((delivery: Delivery, original: readonly HeaderPair[], signal: AbortSignal) => Promise<Answer | undefined>)
    | undefined;
  /**
   * Stores a delivery before the response is sent (the journal); resolves to false if it is not stored. If it rejects, our own 2xx
   * response becomes a 500. A response of `respond` stays: a receiver that accepted the delivery must not get it twice.
   */
  onDelivery?: ((delivery: Delivery) => Promise<boolean>) | undefined;
  /** Throws if `onDelivery` cannot store a delivery now. The response is then 500, and `respond` is not called. */
  checkRecording?: ((delivery: Delivery) => void) | undefined;
  /** Receives every delivery when the response is sent, including those that the iteration omits. It must not throw. */
  onAnswer?: ((delivery: Delivery) => void) | undefined;
  /** Receives an internal error; the sender loses the connection. */
  onFault?: ((error: unknown) => void) | undefined;
  /** Receives a message about requests that failed before they became deliveries, at most one per kind and minute. */
  onSenderFault?: ((message: string) => void) | undefined;
  now?: (() => Date) | undefined;
}

export type DeliveryCounts = Record<Verdict, number>;

export const noDeliveries = Object.fromEntries(Object.keys(verdicts).map((verdict) => [verdict, 0])) as DeliveryCounts;

export const noCounts = {
  connections: 0,
  /** Ended connections that had sent at least one byte; the runtime of the executable does not count the bytes of a broken one. */
  heard: 0,
  cutOff: 0,
  broken: 0,
  ...noDeliveries,
  /** Deliveries that the iteration did not show because it lagged behind. */
  unseen: 0,
  unrecorded: 0,
};
export type Counters = typeof noCounts;

/** The resources that a sender may use. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  bodyBytes: 1024 * 1024,
  /** Size of all bodies being received; above it the largest is cut off. */
  receivingBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerLines: 200,
  headersMs: 10_000,
  requestMs: 30_000,
  /** Time between two parts of a request, and before the first one of a connection. */
  idleMs: 10_000,
  /** Time between two requests of a connection: longer than proxies keep one, so that they never send into a closed one. */
  keepAliveMs: 620_000,
  /** Open connections; above it the one idle for longest is cut off. */
  connections: 512,
  pipelined: 32,
  /** Deliveries that wait for the iteration; 0 disables it (hooks only). Above it the response to accepted deliveries is 503. */
  queue: 1024,
  queueBytes: 64 * 1024 * 1024,
};

const furtherCounts = {
  broken: 'incomplete or not HTTP',
  unseen: 'not shown',
  unrecorded: 'not recorded',
  redelivered: 'delivered again',
  foreign: 'ignored as foreign',
  dead: 'dead-lettered',
  deleted: 'deleted unread at most',
} as const;

type Counts = DeliveryCounts & Partial<Record<keyof typeof furtherCounts, number>>;

/** Throws for a run without deliveries. @throws {CancelledError} for a source that was cancelled before it received anything */
export function throwIfEmpty(counters: Counts, signal: AbortSignal): void {
  const names = [...Object.keys(verdicts), ...Object.keys(furtherCounts)] as (keyof Counts)[];
  if (!signal.aborted || names.some((name) => counters[name])) return;
  const { exit } = cancellation(signal);
  throw new CancelledError('Cancelled; no deliveries received.', exit);
}

/** Returns the counts of a source in one sentence. */
export function summary(counters: Counts): string {
  const ofVerdicts = Object.entries(verdicts).map(([verdict, { words }]) => [verdict, words] as const);
  const parts = [...ofVerdicts, ...Object.entries(furtherCounts)].flatMap(([name, words]) => {
    const count = counters[name as keyof typeof counters] ?? 0;
    return count > 0 || name === 'verified' ? [`${count} ${words}`] : [];
  });
  const { malformed, mismatch, missing, unsigned, verified } = counters;
  const all = verified + unsigned + missing + malformed + mismatch;
  return `${counted(all, 'delivery', 'deliveries')}: ${parts.join(', ')}.`;
}
