import { type ConsumerInfo, type JetStreamManager, jetstreamManager, type StreamConfig } from '@nats-io/jetstream';
import { RejectedError } from '../base/errors.ts';
import type { Broker } from './connection.ts';
import { codeOfApi, faultOf } from './faults.ts';
import { subjects } from './message.ts';
import { findStream, requireStream } from './require-stream.ts';
import { configOf, newLimits, type StreamLimits } from './stream-limits.ts';
import { reportOf, type StreamReport } from './stream-report.ts';

/** The error code of JetStream for a subject that two streams would accept. */
const subjectsOverlap = 10_065;

/** @throws {RejectedError} for a server without JetStream; {AuthError} for a user that may not ask for it */
export async function openStreams(broker: Broker): Promise<Streams> {
  const manager = await jetstreamManager(broker.connection, { checkAPI: false }).catch((error: unknown) => {
    throw faultOf(error, broker.server);
  });
  return new Streams(broker.server, manager);
}

/** The streams of deliveries at a server. Its methods throw the errors of `faultOf`. */
export class Streams {
  constructor(
    private readonly server: URL,
    private readonly manager: JetStreamManager,
  ) {}

  /** Whether a stream exists. @throws {RejectedError} for one with other subjects */
  async exists(name: string): Promise<boolean> {
    const info = await findStream(this.manager, name, this.server);
    if (info) checkSubjects(info.config, [subjects.deliveries, subjects.dead]);
    return info !== undefined;
  }

  /** @throws {RejectedError} where another stream accepts deliveries */
  async create(name: string, limits: Partial<StreamLimits>): Promise<void> {
    const config = configOf({ ...newLimits, ...limits });
    try {
      await this.manager.streams.add({ name, subjects: [subjects.deliveries, subjects.dead], ...config });
    } catch (error) {
      if (codeOfApi(error) !== subjectsOverlap) throw faultOf(error, this.server);
      throw new RejectedError(
        `Another stream at ${this.server.host} accepts deliveries, so "${name}" cannot be created.`,
        {
          hint: 'Name that stream with --stream, or use another NATS account.',
          cause: error,
        },
      );
    }
  }

  /** @throws {NotFoundError} naming the command that creates it */
  async report(name: string): Promise<StreamReport> {
    const info = await requireStream(this.manager, name, this.server);
    try {
      const { state } = await this.manager.streams.info(name, { subjects_filter: subjects.dead });
      const movedAside = Object.values(state.subjects ?? {}).reduce((sum, count) => sum + count, 0);
      const consumers: ConsumerInfo[] = [];
      for await (const consumer of this.manager.consumers.list(name)) consumers.push(consumer);
      return reportOf(info, consumers, movedAside);
    } catch (error) {
      throw faultOf(error, this.server);
    }
  }

  /** @throws {NotFoundError} for a missing stream; {RejectedError} for one that does not accept deliveries */
  async require(name: string): Promise<void> {
    const { config } = await requireStream(this.manager, name, this.server);
    checkSubjects(config, [subjects.deliveries]);
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
