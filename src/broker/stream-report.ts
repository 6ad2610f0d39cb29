import type { ConsumerInfo, StreamInfo } from '@nats-io/jetstream';
import { limitsOf, type StreamLimits } from './stream-limits.ts';

/** A stream and its readers. */
export interface StreamReport {
  name: string;
  subjects: readonly string[];
  messages: number;
  bytes: number;
  /** When the oldest and the newest message were stored, ISO 8601; null for an empty stream. */
  oldest: string | null;
  newest: string | null;
  limits: StreamLimits;
  /** The server that leads a replicated stream; null for a single server. */
  leader: string | null;
  consumers: ConsumerReport[];
}

/** A durable reader, or one that is reading. */
export interface ConsumerReport {
  name: string;
  durable: boolean;
  /** Messages that it has not been given yet. */
  lag: number;
  /** Messages that it was given and has not acknowledged. */
  unacknowledged: number;
  /** Those of them that were given more than once. */
  redelivered: number;
}

/** What the server says about a stream and its readers. */
export function reportOf({ cluster, config, state }: StreamInfo, consumers: readonly ConsumerInfo[]): StreamReport {
  return {
    name: config.name,
    subjects: config.subjects,
    messages: state.messages,
    bytes: state.bytes,
    oldest: state.messages > 0 ? state.first_ts : null,
    newest: state.messages > 0 ? state.last_ts : null,
    limits: limitsOf(config),
    leader: cluster?.leader ?? null,
    consumers: consumers.map(consumerReport),
  };
}

function consumerReport({ config, name, num_ack_pending, num_pending, num_redelivered }: ConsumerInfo): ConsumerReport {
  return {
    name,
    durable: config.durable_name !== undefined,
    lag: num_pending,
    unacknowledged: num_ack_pending,
    redelivered: num_redelivered,
  };
}
