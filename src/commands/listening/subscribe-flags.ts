import { type Command, Option } from 'commander';
import { ValueError } from '../../base/errors.ts';
import { defaultStream } from '../../base/nats-url.ts';
import { brokerFlags, typedNatsUrls } from '../../cli/broker-flags.ts';
import { certificateRules } from '../../cli/certificate-flags.ts';
import { duration, option, positive } from '../../cli/values.ts';
import { both, excludes, type FlagsOf, namesDeclaredBy, requires } from '../../cli/verb.ts';
import { placeFlags } from './listen-flags.ts';
import { tokenFlags } from './token-flags.ts';

/** Declares where reading a stream begins. */
export function startFlags(command: Command) {
  return command
    .optionsGroup('NATS:')
    .option('--since <duration>', 'with --subscribe, from this long ago (default: now)', duration)
    .option('--from-sequence <n>', 'with --subscribe, begin with this message of the stream', positive)
    .optionsGroup('Flags:');
}

/** Declares the readers that share deliveries. */
export function durableFlags(command: Command) {
  return command
    .optionsGroup('NATS:')
    .option('--durable <name>', 'with --subscribe, share deliveries with all readers of this name', durableName)
    .option('--max-deliver <n>', 'with --durable, make a delivery a dead letter after this many attempts', positive, 10)
    .optionsGroup('Flags:');
}

/** Declares that deliveries are read from a stream, in place of the journal or of a listener. */
export function streamFlags(command: Command) {
  const declared = command
    .optionsGroup('NATS:')
    .addOption(
      option('--subscribe [urls]', 'read deliveries from a NATS stream, verified with your tokens', typedNatsUrls),
    )
    .optionsGroup('Flags:');
  return both(declared, brokerFlags(command));
}

/** Declares that a stream, or its dead letters, are read in place of the journal. */
export function movedFlag(command: Command) {
  return (
    both(command, streamFlags(command))
      .optionsGroup('NATS:')
      .option('--dead-letters', 'with --subscribe, deliveries that no reader of a --durable name could handle')
      // The name of version 0.1.
      .addOption(
        new Option('--moved-aside', 'the old name of --dead-letters').implies({ deadLetters: true }).hideHelp(),
      )
      .optionsGroup('Flags:')
  );
}

export const movedRules = [requires([...namesDeclaredBy(brokerFlags), 'deadLetters'], 'subscribe')];

/** The same, with the tokens that verify the deliveries. */
export function storeFlags(command: Command) {
  return both(tokenFlags(command, true), movedFlag(command));
}

export const storeRules = [
  ...movedRules,
  requires(
    namesDeclaredBy((verb) => tokenFlags(verb)),
    'subscribe',
  ),
];

export type StreamFlags = FlagsOf<typeof streamFlags>;
export type StoreFlags = FlagsOf<typeof storeFlags>;
export type SubscribeFlags = StreamFlags & FlagsOf<typeof startFlags> & FlagsOf<typeof durableFlags>;

/** @throws {UsageError} for a name that NATS does not accept */
function durableName(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text;
  throw new ValueError(`must be up to 64 letters, digits, hyphens and underscores, not "${text}"`);
}

/** A stream is read in place of a listener of this machine. */
export const readingRules = [
  ...certificateRules,
  excludes('since', 'fromSequence'),
  requires(namesDeclaredBy(startFlags), 'subscribe'),
  excludes('subscribe', ...namesDeclaredBy(placeFlags)),
];

/** The help about the store of deliveries. */
export const storeNotes = `With --subscribe, the deliveries of a NATS stream (default: ${defaultStream}) are read in place of the journal, and verified with the
tokens given. --dead-letters reads those that failed --max-deliver times, of the readers in "moved-by".`;
