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
