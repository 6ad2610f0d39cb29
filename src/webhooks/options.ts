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
  /** Tokens that can verify a delivery. Without tokens and without `allowUnsigned`, every delivery is rejected. */
  tokens: readonly Token[];
  allowUnsigned?: boolean | undefined;
  /** Host names of the listener besides its address and machine name; an unsigned request must use a known one. */
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
   * becomes a 500. A response of `respond` is not changed: a receiver that accepted the delivery must not get it twice.
   */
  onDelivery?: ((delivery: Delivery) => Promise<boolean>) | undefined;
  /** Throws if `onDelivery` cannot store a delivery now. The response is then 500, and `respond` is not called. */
  checkRecording?: ((delivery: Delivery) => void) | undefined;
  /** Receives every delivery after its response, including those that the iteration skips. It must not throw. */
  onAnswer?: ((delivery: Delivery) => void) | undefined;
  /** Receives an internal error, after which the connection to the sender is closed. */
  onFault?: ((error: unknown) => void) | undefined;
  /** Receives a message about failed requests that did not become deliveries, once per kind and minute. */
  onSenderFault?: ((message: string) => void) | undefined;
  now?: (() => Date) | undefined;
}

export type DeliveryCounts = Record<Verdict, number>;

export const noDeliveries = Object.fromEntries(Object.keys(verdicts).map((verdict) => [verdict, 0])) as DeliveryCounts;

export const noCounts = {
  connections: 0,
  /** Ended connections that sent at least one byte. The packaged executable's runtime does not count the bytes of a broken one. */
  heard: 0,
  cutOff: 0,
  broken: 0,
  ...noDeliveries,
  /** Deliveries that the iteration skipped because it was too slow. */
  unseen: 0,
  unrecorded: 0,
};
export type Counters = typeof noCounts;

/** The resources that a sender may use. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  bodyBytes: 1024 * 1024,
  /** Total size of the bodies being received; above it the largest is cut off. */
  receivingBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerLines: 200,
  headersMs: 10_000,
  requestMs: 30_000,
  /** Maximum time before the first part of a request, and between two parts. */
  idleMs: 10_000,
  /** Time between two requests of a connection: longer than proxies wait, since they must not send into a closed one. */
  keepAliveMs: 620_000,
  /** Number of open connections; above it, the connection that was idle longest is cut off. */
  connections: 512,
  pipelined: 32,
  /** Number of deliveries that wait for the iteration. Above it, accepted deliveries get a 503. 0: no iteration, only hooks. */
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

/** Throws if a run received nothing. @throws {CancelledError} if it was cancelled before it received anything */
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
