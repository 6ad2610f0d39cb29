import {
  type ConsumerInfo,
  JetStreamApiCodes,
  type JetStreamManager,
  jetstreamManager,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { millis, nanos } from '@nats-io/transport-node';
import { NotFoundError, RejectedError } from '../../base/errors.ts';
import { defaultStream } from '../../base/nats-url.ts';
import { largest } from '../../base/text.ts';
import type { Broker } from './connection.ts';
import { codeOfApi, faultOf } from './faults.ts';
import { subjects } from './message.ts';

export interface StreamLimits {
  maxAge: number;
  maxBytes: number;
  replicas: number;
  storage: 'file' | 'memory';
}

const subjectsOverlap = 10_065;
/** Time in which a repeated publication is recognised, in ms; at most the maximum age of the messages. */
const longestDuplicates = 3_600_000;

export type StreamReport = ReturnType<typeof reportOf>;
export type ReaderReport = ReturnType<typeof readerReport>;

/** The streams of deliveries at a server. Its methods throw the errors of `faultOf`. */
export class Streams {
  constructor(
    private readonly server: URL,
    readonly manager: JetStreamManager,
  ) {}

  /** Returns the streams of a connection. @throws {RejectedError} without JetStream; {AuthError} without permission */
  static async open({ connection, server }: Broker): Promise<Streams> {
    const manager = await jetstreamManager(connection, { checkAPI: false }).catch((error: unknown) => {
      throw faultOf(error, server);
    });
    return new Streams(server, manager);
  }

  /** Returns whether a stream exists. @throws {RejectedError} for one with other subjects */
  async exists(name: string): Promise<boolean> {
    const info = await this.find(name);
    if (info) checkSubjects(info.config, [subjects.deliveries, subjects.dead]);
    return info !== undefined;
  }

  /** Creates a stream for deliveries. @throws {RejectedError} if another stream accepts deliveries */
  async create(name: string, { maxAge, maxBytes, replicas, storage }: StreamLimits): Promise<void> {
    const config = {
      name,
      subjects: [subjects.deliveries, subjects.dead],
      max_age: nanos(maxAge),
      max_bytes: maxBytes,
      num_replicas: replicas,
      storage: storage === 'file' ? StorageType.File : StorageType.Memory,
      duplicate_window: nanos(Math.min(maxAge, longestDuplicates)),
    };
    try {
      await this.manager.streams.add(config);
    } catch (error) {
      if (codeOfApi(error) !== subjectsOverlap) throw faultOf(error, this.server);
      const message = `Another stream at ${this.server.host} accepts deliveries, so "${name}" cannot be created.`;
      const hint = 'Use --stream with that name, or use another NATS account.';
      throw new RejectedError(message, { hint, cause: error });
    }
  }

  /** Returns the state of a stream and its readers. @throws {NotFoundError} with the command that creates the stream */
  async report(name: string): Promise<StreamReport> {
    const info = await this.info(name);
    try {
      const { state } = await this.manager.streams.info(name, { subjects_filter: subjects.dead });
      const deadLetters = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
      const consumers: ConsumerInfo[] = [];
      for await (const consumer of this.manager.consumers.list(name)) consumers.push(consumer);
      return reportOf(info, consumers, { deadLetters, server: this.server.host });
    } catch (error) {
      throw faultOf(error, this.server);
    }
  }

  /** Checks that a stream accepts deliveries. @throws {NotFoundError} for a missing stream; {RejectedError} for other subjects */
  async require(name: string): Promise<void> {
    checkSubjects((await this.info(name)).config, [subjects.deliveries]);
  }

  /** Returns a stream. @throws {NotFoundError} with the stream that has the deliveries, or the command that creates it */
  async info(name: string): Promise<StreamInfo> {
    const info = await this.find(name);
    if (info) return info;
    // Ignore errors: no such stream exists, or the user lacks the permission.
    const otherStream = await this.manager.streams.find(subjects.deliveries).catch(() => '');
    // Users may paste the hint into a shell.
    const hint = /^[\w-]+$/.test(otherStream)
      ? `The deliveries are in the stream "${otherStream}": --stream ${otherStream}`
      : `svc webhook stream create${name === defaultStream ? '' : ` --stream ${name}`}`;
    throw new NotFoundError(`No stream "${name}" at ${this.server.host}.`, { hint });
  }

  private find(name: string): Promise<StreamInfo | undefined> {
    return this.manager.streams.info(name).catch((error: unknown) => {
      if (codeOfApi(error) !== JetStreamApiCodes.StreamNotFound) throw faultOf(error, this.server);
      return undefined;
    });
  }
}

/** Checks that a stream has the required subjects. @throws {RejectedError} if a subject is missing */
function checkSubjects({ name, subjects: existing }: StreamConfig, required: readonly string[]): void {
  if (required.every((subject) => existing.includes(subject))) return;
  throw new RejectedError(
    `The existing stream "${name}" has the subjects ${existing.join(', ')}; deliveries need ${required.join(', ')}.`,
    { hint: 'Use --stream with another name, or delete this stream.' },
  );
}

function reportOf(
  { cluster, config, state }: StreamInfo,
  consumers: readonly ConsumerInfo[],
  { deadLetters, server }: { deadLetters: number; server: string },
) {
  const isEmpty = state.messages === 0;
  return {
    name: config.name,
    subjects: config.subjects,
    messages: state.messages,
    bytes: state.bytes,
    /** Time when the oldest message was stored, ISO 8601; null for an empty stream. */
    oldest: isEmpty ? null : state.first_ts,
    newest: isEmpty ? null : state.last_ts,
    maxBytes: config.max_bytes,
    replicas: config.num_replicas,
    storage: config.storage === StorageType.File ? 'file' : 'memory',
    /** The leading server of a replicated stream; null for a single server. */
    leader: cluster?.leader ?? null,
    /** Number of deliveries in `svc.dead.…`, including those of deleted readers. */
    deadLetters,
    readers: consumers.map((consumer) => readerReport(consumer, state.first_seq)),
    server,
    /** 0 keeps messages forever. */
    maxAgeSeconds: millis(config.max_age) / 1000,
  };
}

/**
 * Returns the maximum number of messages that were deleted before the readers of a name handled them. Dead letters are included, although
 * these readers never read them.
 */
export function deletedUnreadOf({ ack_floor, delivered, num_ack_pending }: ConsumerInfo, first: number): number {
  const { stream_seq: deliveredSequence } = delivered;
  // The server may have acknowledgements for some messages above the floor.
  const handled =
    deliveredSequence - ack_floor.stream_seq === num_ack_pending ? ack_floor.stream_seq : deliveredSequence;
  return Math.max(first - 1 - handled, 0);
}

function readerReport(consumer: ConsumerInfo, first: number) {
  const { ack_floor, config, delivered, name, num_ack_pending, num_pending } = consumer;
  // The library declares the time as nanoseconds; the server sends a date, or nothing.
  const times = [delivered, ack_floor].flatMap(({ last_active: at }) =>
    at ? [new Date(at as number | string).getTime()] : [],
  );
  return {
    name,
    durable: config.durable_name !== undefined,
    /** Number of messages not yet delivered to the readers. */
    lag: num_pending,
    /** Number of messages that were delivered but not acknowledged. */
    unacknowledged: num_ack_pending,
    /** Maximum number of messages that were deleted before the readers handled them. */
    deletedUnread: deletedUnreadOf(consumer, first),
    /** Time of the last delivery or acknowledgement, ISO 8601; null if none since the server started. */
    lastActive: times.length > 0 ? new Date(largest(times)).toISOString() : null,
  };
}
