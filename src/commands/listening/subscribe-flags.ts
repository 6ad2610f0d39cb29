import type { Command } from 'commander';
import { UsageError } from '../../base/errors.ts';
import { defaultStream } from '../../base/nats-url.ts';
import { type BrokerFlags, brokerFlagOf, brokerFlags, typedNatsUrls } from '../../cli/broker-flags.ts';
import { both, type FlagsOf } from '../../cli/run.ts';
import { duration, option, positive } from '../../cli/values.ts';
import { tokenFlags } from './token-flags.ts';

/** Declares `--subscribe`. */
export function subscribeFlag(command: Command) {
  return command.addOption(
    option('--subscribe [urls]', 'read deliveries from a NATS stream, verified with your tokens', typedNatsUrls),
  );
}

/** Declares where reading a stream begins. */
export function startFlags(command: Command) {
  return command
    .option('--since <duration>', 'with --subscribe, begin this long ago (default: now)', duration)
    .option('--from-sequence <n>', 'with --subscribe, begin with this message of the stream', positive);
}

/** Declares the readers that share deliveries. */
export function durableFlags(command: Command) {
  return command
    .option('--durable <name>', 'with --subscribe, share deliveries with all readers of this name', durableName)
    .option(
      '--max-deliver <n>',
      'with --durable, move a delivery aside after this many attempts (default: 10)',
      positive,
    );
}

/** Declares that deliveries are read from a stream in place of the journal. */
export function streamFlags(command: Command) {
  return both(subscribeFlag(command), brokerFlags(command));
}

/** Declares that copies in `svc.dead.…` are read. */
export function movedFlag(command: Command) {
  return command.option(
    '--moved-aside',
    'with --subscribe, deliveries that no reader of a --durable name could handle',
  );
}

/** The same, with the tokens that verify them. */
export function storeFlags(command: Command) {
  return both(tokenFlags(command, true), both(streamFlags(command), movedFlag(command)));
}

export type StreamFlags = FlagsOf<typeof streamFlags>;
export type StoreFlags = FlagsOf<typeof storeFlags>;
export type SubscribeFlags = BrokerFlags &
  FlagsOf<typeof subscribeFlag> &
  FlagsOf<typeof startFlags> &
  FlagsOf<typeof durableFlags>;

/** @throws {UsageError} for a name that NATS does not accept */
function durableName(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text;
  throw new UsageError(`must be up to 64 letters, digits, hyphens and underscores, not "${text}"`);
}

/** Flags of a listener of this machine, and of its own configuration. */
const listeningFlags = [
  'port',
  'host',
  'path',
  'publicUrl',
  'tlsCert',
  'tlsKey',
  'status',
  'create',
  'keep',
  'workspace',
  'publish',
  'verifiedOnly',
];
const readingFlags = ['since', 'fromSequence', 'durable', 'maxDeliver'];

/** @throws {UsageError} for flags that contradict --subscribe or require it */
export function checkSubscribing(flags: Partial<SubscribeFlags>): void {
  const given = (names: readonly string[]) =>
    names.find((name) => (flags as Record<string, unknown>)[name] !== undefined);
  if (flags.subscribe === undefined) {
    const reading = given(readingFlags);
    requireSubscribe(reading && flagOf(reading));
    return;
  }
  const local = given(listeningFlags);
  if (local !== undefined) {
    throw new UsageError(
      `${flagOf(local)} is for a listener and cannot be used with --subscribe, which reads a stream.`,
    );
  }
  if (flags.since !== undefined && flags.fromSequence !== undefined) {
    throw new UsageError('--since and --from-sequence cannot be used together.');
  }
  if (flags.maxDeliver !== undefined && flags.durable === undefined) {
    throw new UsageError('--max-deliver requires --durable.');
  }
}

/** @throws {UsageError} for flags of a stream without --subscribe; `tokens` also for those of tokens, which the journal does not need */
export function checkStored(flags: Partial<StoreFlags>, { tokens }: { tokens: boolean }): void {
  if (flags.subscribe !== undefined) return;
  const token = ['tokenFile', 'tokenEnv', 'notification'].find((name) => tokens && name in flags);
  requireSubscribe(brokerFlagOf(flags) ?? (token && flagOf(token)) ?? (flags.movedAside && '--moved-aside'));
}

function requireSubscribe(flag: string | undefined): void {
  if (flag !== undefined) throw new UsageError(`${flag} requires --subscribe.`);
}

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The help about the store of deliveries. */
export const storeNotes = `With --subscribe, the deliveries of a NATS stream (default: ${defaultStream}) are read in place of the journal, and verified with the
tokens given. --moved-aside reads those that were moved aside after --max-deliver attempts of the readers in "moved-by".`;
