import {
  type ConsumerInfo,
  type JetStreamManager,
  jetstreamManager,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { RejectedError } from '../base/errors.ts';
import type { Broker } from './connection.ts';
import { countDeadLetters } from './dead-letters.ts';
import { codeOfApi, faultOf, singleServer } from './faults.ts';
import { subjects } from './message.ts';
import { findStream, requireStream } from './require-stream.ts';
import { configOf, limitsOf, newLimits, type StreamLimits, unverifiedLimits } from './stream-limits.ts';
import { reportOf, type StreamReport } from './stream-report.ts';

/** The stream of what is not verified. */
export const unverifiedName = (name: string) => `${name}-unverified`;

/** The error code of JetStream for a subject that two streams would accept. */
const subjectsOverlap = 10_065;

/** A stream as it is, or would be. */
export interface StreamPlan {
  name: string;
  status: 'created' | 'updated' | 'unchanged';
  subjects: readonly string[];
  limits: StreamLimits;
}

/** @throws {RejectedError} for a server without JetStream; {AuthError} for a user that may not ask for it */
export async function openStreams(broker: Broker): Promise<Streams> {
  const manager = await jetstreamManager(broker.connection, { checkAPI: false }).catch((error: unknown) => {
    throw faultOf(error, broker.server);
  });
  return new Streams(broker, manager);
}

/** The streams of deliveries at a server. Its methods throw the errors of `faultOf`. */
export class Streams {
  constructor(
    private readonly broker: Broker,
    private readonly manager: JetStreamManager,
  ) {}

  /** What `create` would do. @throws {RejectedError} for an existing stream with other subjects or another storage */
  async plan(name: string, limits: Partial<StreamLimits>): Promise<StreamPlan[]> {
    const { replicas, storage } = limits;
    const shared = { ...(replicas && { replicas }), ...(storage && { storage }) };
    return [
      await this.planned(name, [subjects.deliveries, subjects.dead], limits, newLimits),
      await this.planned(unverifiedName(name), [subjects.unverified], shared, { ...newLimits, ...unverifiedLimits }),
    ];
  }

  /** Creates the two streams of a plan, or changes their limits. */
  async carryOut(plans: readonly StreamPlan[]): Promise<void> {
    for (const { name, status, subjects: accepted, limits } of plans) {
      const config = configOf(limits);
      if (status === 'created') await this.guarded(this.add({ name, subjects: [...accepted], ...config }));
      if (status === 'updated') await this.guarded(this.manager.streams.update(name, config));
    }
  }

  /** @throws {NotFoundError} naming the command that creates it */
  async report(name: string): Promise<StreamReport> {
    return this.guarded(this.reportOf(await requireStream(this.manager, name, this.broker.server)));
  }

  /** The same; undefined without the stream. */
  async reportIfAny(name: string): Promise<StreamReport | undefined> {
    const info = await findStream(this.manager, name, this.broker.server);
    return info && this.guarded(this.reportOf(info));
  }

  /** @throws {NotFoundError} for a missing stream; {RejectedError} for one that does not accept these deliveries */
  async require(name: string, subject: string): Promise<void> {
    const { config } = await requireStream(this.manager, name, this.broker.server);
    if (!config.subjects.includes(subject)) throw otherSubjects(config, [subject]);
  }

  private guarded<Value>(work: Promise<Value>): Promise<Value> {
    return work.catch((error: unknown) => {
      throw faultOf(error, this.broker.server);
    });
  }

  private async planned(name: string, wanted: string[], limits: Partial<StreamLimits>, defaults: StreamLimits) {
    const { server } = this.broker;
    const info = await findStream(this.manager, name, server);
    if (!info) return { name, status: 'created', subjects: wanted, limits: { ...defaults, ...limits } } as const;
    const current = limitsOf(info.config);
    const next = { ...current, ...limits };
    if (!wanted.every((subject) => info.config.subjects.includes(subject))) throw otherSubjects(info.config, wanted);
    if (next.storage !== current.storage) {
      throw new RejectedError(`The storage of the existing stream "${name}" is ${current.storage}, and cannot change.`);
    }
    // A single server of version 2.9 would accept the number and store each message once; newer ones reject it.
    if (next.replicas > 1 && !info.cluster) throw singleServer(server);
    const isSame = (Object.keys(next) as (keyof StreamLimits)[]).every((key) => next[key] === current[key]);
    return { name, status: isSame ? 'unchanged' : 'updated', subjects: info.config.subjects, limits: next } as const;
  }

  private async add(config: Partial<StreamConfig> & { name: string }): Promise<void> {
    try {
      await this.manager.streams.add(config);
    } catch (error) {
      if (codeOfApi(error) !== subjectsOverlap) throw error;
      const accepted = config.subjects?.join(', ');
      const { host } = this.broker.server;
      throw new RejectedError(`Another stream at ${host} accepts ${accepted}, so "${config.name}" cannot be created.`, {
        hint: 'Name that stream with --stream, or use another NATS account.',
        cause: error,
      });
    }
  }

  private async reportOf(info: StreamInfo): Promise<StreamReport> {
    const consumers: ConsumerInfo[] = [];
    for await (const consumer of this.manager.consumers.list(info.config.name)) consumers.push(consumer);
    return reportOf(info, consumers, await countDeadLetters(this.broker, this.manager, info.config.name));
  }
}

function otherSubjects(
  { name, subjects: existing }: Pick<StreamConfig, 'name' | 'subjects'>,
  wanted: readonly string[],
) {
  return new RejectedError(
    `The existing stream "${name}" has the subjects ${existing.join(', ')}; deliveries need ${wanted.join(', ')}.`,
    { hint: 'Name another stream with --stream, or delete this one.' },
  );
}
