import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import { limitsOf, type StreamLimits } from './stream-limits.ts';

/** A stream and its readers. */
export interface StreamReport extends StreamLimits {
  name: string;
  subjects: readonly string[];
  messages: number;
  bytes: number;
  /** When the oldest and the newest message were stored, ISO 8601; null for an empty stream. */
  oldest: string | null;
  newest: string | null;
  /** The server that leads a replicated stream; null for a single server. */
  leader: string | null;
  /** Deliveries in `svc.dead.…`, those of deleted readers too. */
  movedAside: number;
  readers: ReaderReport[];
}

/** A durable name and its readers, or a reader without a name. */
export interface ReaderReport {
  name: string;
  durable: boolean;
  /** Messages that it has not been given yet. */
  lag: number;
  /** Messages that it was given and has not acknowledged. */
  unacknowledged: number;
  /** When it was given a message or acknowledged one, ISO 8601; null if never, or not since a start of the server. */
  lastActive: string | null;
}

/** What the server says about a stream and its readers. */
export function reportOf(
  { cluster, config, state }: StreamInfo,
  consumers: readonly ConsumerInfo[],
  movedAside: number,
): StreamReport {
  return {
    name: config.name,
    subjects: config.subjects,
    messages: state.messages,
    bytes: state.bytes,
    oldest: state.messages > 0 ? state.first_ts : null,
    newest: state.messages > 0 ? state.last_ts : null,
    ...limitsOf(config),
    leader: cluster?.leader ?? null,
    movedAside,
    readers: consumers.map(readerReport),
  };
}

function readerReport({
  ack_floor,
  config,
  delivered,
  name,
  num_ack_pending,
  num_pending,
}: ConsumerInfo): ReaderReport {
  // The library declares nanoseconds; the server sends a date, or nothing.
  const times = [delivered, ack_floor].flatMap(({ last_active: at }) =>
    at ? [new Date(at as number | string).getTime()] : [],
  );
  return {
    name,
    durable: config.durable_name !== undefined,
    lag: num_pending,
    unacknowledged: num_ack_pending,
    lastActive: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
  };
}
