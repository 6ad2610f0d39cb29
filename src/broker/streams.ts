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

/** The streams of deliveries at a server. Its functions throw the errors of `faultOf`. */
export interface Streams {
  /** What `create` would do. @throws {RejectedError} for an existing stream with other subjects or another storage */
  plan(name: string, limits: Partial<StreamLimits>): Promise<StreamPlan[]>;
  /** Creates the two streams of a plan, or changes their limits. */
  carryOut(plans: readonly StreamPlan[]): Promise<void>;
  /** @throws {NotFoundError} naming the command that creates it */
  report(name: string): Promise<StreamReport>;
  /** The same; undefined without the stream. */
  reportIfAny(name: string): Promise<StreamReport | undefined>;
  /** @throws {NotFoundError} for a missing stream; {RejectedError} for one that does not accept these deliveries */
  require(name: string, subject: string): Promise<void>;
}

/** @throws {RejectedError} for a server without JetStream; {AuthError} for a user that may not ask for it */
export async function openStreams(broker: Broker): Promise<Streams> {
  const { connection, server } = broker;
  const guarded = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw faultOf(error, server);
    });
  const manager: JetStreamManager = await guarded(jetstreamManager(connection, { checkAPI: false }));

  const find = (name: string) => findStream(manager, name, server);
  const found = (name: string) => requireStream(manager, name, server);

  async function planned(name: string, wanted: string[], limits: Partial<StreamLimits>, defaults: StreamLimits) {
    const info = await find(name);
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

  async function add(config: Partial<StreamConfig> & { name: string }): Promise<void> {
    try {
      await manager.streams.add(config);
    } catch (error) {
      if (codeOfApi(error) !== subjectsOverlap) throw error;
      const accepted = config.subjects?.join(', ');
      throw new RejectedError(
        `Another stream at ${server.host} accepts ${accepted}, so "${config.name}" cannot be created.`,
        {
          hint: 'Name that stream with --stream, or use another NATS account.',
          cause: error,
        },
      );
    }
  }

  async function report(info: StreamInfo): Promise<StreamReport> {
    const consumers: ConsumerInfo[] = [];
    for await (const consumer of manager.consumers.list(info.config.name)) consumers.push(consumer);
    return reportOf(info, consumers, await countDeadLetters(broker, manager, info.config.name));
  }

  return {
    async plan(name, limits) {
      const { replicas, storage } = limits;
      const shared = { ...(replicas && { replicas }), ...(storage && { storage }) };
      return [
        await planned(name, [subjects.deliveries, subjects.dead], limits, newLimits),
        await planned(unverifiedName(name), [subjects.unverified], shared, { ...newLimits, ...unverifiedLimits }),
      ];
    },
    async carryOut(plans) {
      for (const { name, status, subjects: accepted, limits } of plans) {
        const config = configOf(limits);
        if (status === 'created') await guarded(add({ name, subjects: [...accepted], ...config }));
        if (status === 'updated') await guarded(manager.streams.update(name, config));
      }
    },
    report: async (name) => guarded(report(await found(name))),
    async reportIfAny(name) {
      const info = await find(name);
      return info && guarded(report(info));
    },
    async require(name, subject) {
      const { config } = await found(name);
      if (!config.subjects.includes(subject)) throw otherSubjects(config, [subject]);
    },
  };
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
