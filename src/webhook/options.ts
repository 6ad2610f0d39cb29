import type { Answer, Delivery, HeaderPair, Token } from './delivery.ts';

/** How to listen. */
export interface ListenerOptions {
  /** Address to bind. Loopback, unless said otherwise. */
  host?: string | undefined;
  /** 0, the default, takes a free one. */
  port?: number | undefined;
  /** The only path that takes deliveries. `/`. */
  path?: string | undefined;
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined;
  /** Any of these proves a delivery. With none, and unsigned ones not allowed, every delivery is refused. */
  tokens: readonly Token[];
  /** Keys that are known but not in force, to name them when a signature is made with one. */
  otherTokens?: readonly Token[] | undefined;
  allowUnsigned?: boolean | undefined;
  /** Names it is reached by besides its address and this machine's name: what is unsigned must come to one of them. */
  hosts?: readonly string[] | undefined;
  /** What accepted deliveries are answered with. 204; another one rehearses a failure. */
  status?: number | undefined;
  limits?: Partial<Limits> | undefined;
  /**
   * Answers an accepted delivery in our place (`--forward`); `original` are its header lines unmasked.
   * Undefined leaves the answer to us; a rejection is answered 502, and so is what takes longer than the listener's end,
   * of which `signal` tells.
   */
  respond?:
    | ((delivery: Delivery, original: readonly HeaderPair[], signal: AbortSignal) => Promise<Answer | undefined>)
    | undefined;
  /**
   * Is awaited with every delivery before its answer leaves (the journal). Where it rejects, what would have
   * been answered 2xx is answered 500.
   */
  onDelivery?: ((delivery: Delivery) => Promise<void>) | undefined;
  /** Sees every delivery as it is answered, those too that the iteration leaves out. It must not throw. */
  onAnswer?: ((delivery: Delivery) => void) | undefined;
  now?: (() => Date) | undefined;
}

/** How often what happened, since the start. */
export interface Counters {
  connections: number;
  /** Connections cut off because of a limit. */
  cutOff: number;
  /** Requests that were no HTTP, or ended or were cut off before they were complete. */
  broken: number;
  verified: number;
  unsigned: number;
  /** Deliveries with a missing, malformed or wrong signature. */
  badSignature: number;
  /** Wrong method or path, too large and the like. */
  refused: number;
  /** Deliveries that the iteration did not show because it lagged behind. */
  unseen: number;
  /** Deliveries that `onDelivery` failed to record. */
  unrecorded: number;
}

/** What a sender may take of us. */
export interface Limits {
  /** Of one body. */
  bodyBytes: number;
  /** Of all bodies being received at once; above it the largest is cut off. */
  receivingBytes: number;
  /** Of one request's header lines together. */
  headerBytes: number;
  /** Header lines of one request. */
  headerLines: number;
  /** For the whole head of a request. */
  headersMs: number;
  /** For the whole of a request. */
  requestMs: number;
  /** Between two pieces of a request, and between two requests of a connection. */
  idleMs: number;
  /** Open connections; above it the one that has kept us waiting longest is cut off. */
  connections: number;
  /** Requests of one connection sent ahead without waiting for answers. */
  pipelined: number;
  /** Deliveries waiting to be iterated over; 0 yields none (hooks only). Above it accepted ones are answered 503. */
  queue: number;
  /** Bytes of their bodies. */
  queueBytes: number;
}

export const defaultLimits: Readonly<Limits> = {
  bodyBytes: 1024 * 1024,
  receivingBytes: 64 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headerLines: 200,
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 10_000,
  connections: 512,
  pipelined: 32,
  queue: 1024,
  queueBytes: 64 * 1024 * 1024,
};
