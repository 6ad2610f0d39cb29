import type { Context } from '../../cli/context.ts';
import { SvcError } from '../../errors.ts';
import type { Setting } from '../../settings/resolve.ts';
import { type Connection, openConnection } from './connection.ts';
import { openPlatform, type PlatformAnswers } from './platform-answers.ts';
import { Skipped } from './result.ts';

/** What the checks examine; each part is found once and shared. */
export interface Subject {
  context: Context;
  /** The time limit of each step over the network. */
  limitMs: number;
  /** @throws {Skipped} without a valid address */
  address(): Setting<URL>;
  /** The steps of the connection to the platform. @throws {Skipped} without a valid address */
  connection(): Connection;
  /** Does what keeps this process busy, such as loading certificates, before a connection can time out meanwhile. */
  prepare(): Promise<void>;
  /** The responses of the platform. @throws {Skipped} without a valid address */
  platform(): PlatformAnswers;
  close(): Promise<void>;
}

const defaultLimitMs = 5_000;

export function createSubject(context: Context): Subject {
  // One check reports a profile that does not exist, and the others go on without it.
  context.settings.mayMakeProfile();
  const limitMs = valueUnlessInvalid(() => context.settings.value('timeout')) ?? defaultLimitMs;
  let connection: Connection | undefined;
  let platform: PlatformAnswers | undefined;
  const subject: Subject = {
    context,
    limitMs,
    address() {
      const found = valueUnlessInvalid(() => context.settings.knownAddress());
      if (found) return found;
      throw new Skipped('Not checked: no valid address.');
    },
    connection() {
      connection ??= openConnection(subject.address().value, context, limitMs);
      return connection;
    },
    platform() {
      platform ??= openPlatform(subject.address().value, subject.connection(), context, limitMs);
      return platform;
    },
    async prepare() {
      const trusted = async () => subject.connection().trusted();
      // The checks report what fails.
      await Promise.allSettled([context.client(), trusted()]);
    },
    async close() {
      connection?.close();
      await platform?.close();
    },
  };
  return subject;
}

/** Another check reports an invalid setting. */
function valueUnlessInvalid<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SvcError) return undefined;
    throw error;
  }
}
