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

/** What a stream keeps, and where. Durations are in ms. */
export interface StreamLimits {
  /** Older messages are deleted. */
  maxAge: number;
  /** The oldest messages are deleted above it. */
  maxBytes: number;
  replicas: number;
  storage: 'file' | 'memory';
}

/** The error code of JetStream for a subject that two streams would accept. */
const subjectsOverlap = 10_065;
/** How long a repeated publication is recognised, in ms; the server accepts no more than the age of the messages. */
const longestDuplicates = 3_600_000;

/** A stream and its readers. */
export type StreamReport = ReturnType<typeof reportOf>;
/** A durable name and its readers, or a reader without a name. */
export type ReaderReport = ReturnType<typeof readerReport>;

/** The streams of deliveries at a server. Its methods throw the errors of `faultOf`. */
export class Streams {
  constructor(
    private readonly server: URL,
    readonly manager: JetStreamManager,
  ) {}

  /** @throws {RejectedError} for a server without JetStream; {AuthError} for a user that may not ask for it */
  static async open({ connection, server }: Broker): Promise<Streams> {
    const manager = await jetstreamManager(connection, { checkAPI: false }).catch((error: unknown) => {
      throw faultOf(error, server);
    });
    return new Streams(server, manager);
  }

  /** Whether a stream exists. @throws {RejectedError} for one with other subjects */
  async exists(name: string): Promise<boolean> {
    const info = await this.find(name);
    if (info) checkSubjects(info.config, [subjects.deliveries, subjects.dead]);
    return info !== undefined;
  }

  /** @throws {RejectedError} where another stream accepts deliveries */
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
      const words = `Another stream at ${this.server.host} accepts deliveries, so "${name}" cannot be created.`;
      const hint = 'Name that stream with --stream, or use another NATS account.';
      throw new RejectedError(words, { hint, cause: error });
    }
  }

  /** @throws {NotFoundError} naming the command that creates it */
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

  /** @throws {NotFoundError} for a missing stream; {RejectedError} for one that does not accept deliveries */
  async require(name: string): Promise<void> {
    checkSubjects((await this.info(name)).config, [subjects.deliveries]);
  }

  /** @throws {NotFoundError} naming the stream that has the deliveries; without one, the command that creates it */
  async info(name: string): Promise<StreamInfo> {
    const info = await this.find(name);
    if (info) return info;
    // The request fails without such a stream, and for a user who may not ask.
    const other = await this.manager.streams.find(subjects.deliveries).catch(() => '');
    // The hint may be pasted into a shell.
    const hint = /^[\w-]+$/.test(other)
      ? `The deliveries are in the stream "${other}": --stream ${other}`
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

/** @throws {RejectedError} for a stream without the subjects of deliveries */
function checkSubjects({ name, subjects: existing }: StreamConfig, wanted: readonly string[]): void {
  if (wanted.every((subject) => existing.includes(subject))) return;
  throw new RejectedError(
    `The existing stream "${name}" has the subjects ${existing.join(', ')}; deliveries need ${wanted.join(', ')}.`,
    { hint: 'Name another stream with --stream, or delete this one.' },
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
    /** When the oldest and the newest message were stored, ISO 8601; null for an empty stream. */
    oldest: isEmpty ? null : state.first_ts,
    newest: isEmpty ? null : state.last_ts,
    maxBytes: config.max_bytes,
    replicas: config.num_replicas,
    storage: config.storage === StorageType.File ? 'file' : 'memory',
    /** The server that leads a replicated stream; null for a single server. */
    leader: cluster?.leader ?? null,
    /** Deliveries in `svc.dead.…`, of deleted readers too. */
    deadLetters,
    readers: consumers.map((consumer) => readerReport(consumer, state.first_seq)),
    server,
    /** 0 keeps messages forever. */
    maxAgeSeconds: millis(config.max_age) / 1000,
  };
}

/**
 * Returns how many messages were deleted before the readers of a name handled them. Dead letters among them, which they never read, make
 * it too many.
 */
export function deletedUnreadOf({ ack_floor, delivered, num_ack_pending }: ConsumerInfo, first: number): number {
  const { stream_seq: given } = delivered;
  // Above the floor, some may be acknowledged and some not.
  const handled = given - ack_floor.stream_seq === num_ack_pending ? ack_floor.stream_seq : given;
  return Math.max(first - 1 - handled, 0);
}

function readerReport(consumer: ConsumerInfo, first: number) {
  const { ack_floor, config, delivered, name, num_ack_pending, num_pending } = consumer;
  // The library declares nanoseconds; the server sends a date, or nothing.
  const times = [delivered, ack_floor].flatMap(({ last_active: at }) =>
    at ? [new Date(at as number | string).getTime()] : [],
  );
  return {
    name,
    durable: config.durable_name !== undefined,
    /** Messages that it has not been given yet. */
    lag: num_pending,
    /** Messages that it was given and has not acknowledged. */
    unacknowledged: num_ack_pending,
    /** Messages that were deleted before they were handled, at most. */
    deletedUnread: deletedUnreadOf(consumer, first),
    /** When it was given a message or acknowledged one, ISO 8601; null if never, or not since a start of the server. */
    lastActive: times.length > 0 ? new Date(largest(times)).toISOString() : null,
  };
}
