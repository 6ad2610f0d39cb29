import { StorageType, type StreamConfig } from '@nats-io/jetstream';
import { millis, nanos } from '@nats-io/transport-node';

/** What a stream keeps, and where. Durations are in ms. */
export interface StreamLimits {
  /** Older messages are deleted. */
  maxAge: number;
  /** The oldest messages are deleted above it. */
  maxBytes: number;
  replicas: number;
  storage: 'file' | 'memory';
}

const day = 86_400_000;
/** How long a repeated publication is recognised, in ms; the server accepts no more than the age of the messages. */
const longestDuplicates = day / 24;

/** The limits of a new stream. */
export const newLimits: StreamLimits = { maxAge: 7 * day, maxBytes: 2 ** 30, replicas: 1, storage: 'file' };

/** The limits as the server takes them. */
export function configOf({ maxAge, maxBytes, replicas, storage }: StreamLimits) {
  return {
    max_age: nanos(maxAge),
    max_bytes: maxBytes,
    num_replicas: replicas,
    storage: storage === 'file' ? StorageType.File : StorageType.Memory,
    duplicate_window: nanos(Math.min(maxAge, longestDuplicates)),
  };
}

/** The limits of an existing stream. */
export function limitsOf(config: StreamConfig): StreamLimits {
  return {
    maxAge: millis(config.max_age),
    maxBytes: config.max_bytes,
    replicas: config.num_replicas,
    storage: config.storage === StorageType.File ? 'file' : 'memory',
  };
}
