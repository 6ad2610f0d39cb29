import type { Answer, Delivery, HeaderPair, Token, Verdict } from './delivery.ts';
import { verdicts } from './inspector/page/verdicts.mjs';

/** How to listen. */
export interface ListenerOptions {
  /** Address to bind. Default: loopback. */
  host?: string | undefined;
  /** 0, the default, is any free port. */
  port?: number | undefined;
  /** The only path that accepts deliveries. Default: `/`. */
  path?: string | undefined;
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined;
  /** A signature with any of these verifies a delivery. Without tokens and `allowUnsigned`, every delivery is rejected. */
  tokens: readonly Token[];
  allowUnsigned?: boolean | undefined;
  /** Host names of the listener besides its address and this machine's name; unsigned requests must use one of them. */
  hosts?: readonly string[] | undefined;
  /** The status for accepted deliveries. Default: 204; another one tests a failure. */
  status?: number | undefined;
  limits?: Partial<Limits> | undefined;
  /**
   * Answers an accepted delivery in our place (`--forward`); `original` are its header lines unmasked.
   * Undefined means the default answer; a rejected promise is answered 502, and so is one that outlasts the listener,
   * which `signal` announces.
   */
  respond?:
    | ((delivery: Delivery, original: readonly HeaderPair[], signal: AbortSignal) => Promise<Answer | undefined>)
    | undefined;
  /**
   * Is awaited with every delivery before its answer is sent (the journal), and resolves to false for one that it does not
   * store. If it rejects, a delivery that we would have answered 2xx is answered 500. The answer of `respond` stays: a receiver that
   * accepted the delivery must not get it twice.
   */
  onDelivery?: ((delivery: Delivery) => Promise<boolean>) | undefined;
  /** Throws if `onDelivery` could not record a delivery now. It is then answered 500, and `respond` does not get it. */
  checkRecording?: ((delivery: Delivery) => void) | undefined;
  /** Sees every delivery as it is answered, including those that the iteration omits. It must not throw. */
  onAnswer?: ((delivery: Delivery) => void) | undefined;
  /** Sees an error of our own; its sender only loses the connection. */
  onFault?: ((error: unknown) => void) | undefined;
  /** Gets a message about requests that failed before they were deliveries, one for each kind and minute. */
  onSenderFault?: ((message: string) => void) | undefined;
  now?: (() => Date) | undefined;
}

/** Counts of deliveries since the start, by verdict. */
export type DeliveryCounts = Record<Verdict, number>;

export const noDeliveries = Object.fromEntries(Object.keys(verdicts).map((verdict) => [verdict, 0])) as DeliveryCounts;

/** The counts of a listener at its start. */
export const noCounts = {
  connections: 0,
  /** Connections from which at least one byte came, as known when they end. */
  heard: 0,
  /** Connections cut off because of a limit. */
  cutOff: 0,
  /** Requests that were not HTTP, or ended or were cut off before they were complete. */
  broken: 0,
  ...noDeliveries,
  /** Deliveries that the iteration did not show because it lagged behind. */
  unseen: 0,
  /** Deliveries that `onDelivery` failed to record. */
  unrecorded: 0,
};
export type Counters = typeof noCounts;

/** The resources that a sender may use. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  /** Of one body. */
  bodyBytes: 1024 * 1024,
  /** Of all bodies being received at once; above it the largest is cut off. */
  receivingBytes: 64 * 1024 * 1024,
  /** Of one request's header lines together. */
  headerBytes: 16 * 1024,
  /** Header lines of one request. */
  headerLines: 200,
  /** Time for the head of a request. */
  headersMs: 10_000,
  /** Time for a whole request. */
  requestMs: 30_000,
  /** Time between two parts of a request, and before the first one of a connection. */
  idleMs: 10_000,
  /** Time between two requests of a connection: longer than proxies keep one, so that they never send into a closed one. */
  keepAliveMs: 620_000,
  /** Open connections; above it the one idle for longest is cut off. */
  connections: 512,
  /** Requests of one connection sent ahead without waiting for answers. */
  pipelined: 32,
  /** Deliveries waiting to be iterated over; 0 yields none (hooks only). Above it accepted ones are answered 503. */
  queue: 1024,
  /** Bytes of their bodies. */
  queueBytes: 64 * 1024 * 1024,
};
