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
  /** How long a repeated publication is recognised. */
  duplicates: number;
}

const day = 86_400_000;

/** The limits of a new stream. */
export const newLimits: StreamLimits = {
  maxAge: 7 * day,
  maxBytes: 2 ** 30,
  replicas: 1,
  storage: 'file',
  duplicates: day / 24,
};

/** What senders without a token can fill. Ids of unsigned deliveries are random, so that no repetition is recognised. */
export const unverifiedLimits = { maxAge: day, maxBytes: 16 * 2 ** 20, duplicates: 120_000 };

/** The limits as the server takes them. */
export function configOf({ duplicates, maxAge, maxBytes, replicas, storage }: StreamLimits) {
  return {
    max_age: nanos(maxAge),
    max_bytes: maxBytes,
    num_replicas: replicas,
    storage: storage === 'file' ? StorageType.File : StorageType.Memory,
    duplicate_window: nanos(duplicates),
  };
}

/** The limits of an existing stream. */
export function limitsOf(config: StreamConfig): StreamLimits {
  return {
    maxAge: millis(config.max_age),
    maxBytes: config.max_bytes,
    replicas: config.num_replicas,
    storage: config.storage === StorageType.File ? 'file' : 'memory',
    duplicates: millis(config.duplicate_window),
  };
}
