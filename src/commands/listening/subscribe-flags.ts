import { ValueError } from '../../base/errors.ts';
import { defaultStream } from '../../base/nats-url.ts';
import { brokerFlags, typedNatsUrls } from '../../cli/broker-flags.ts';
import { certificateRules } from '../../cli/certificate.ts';
import { Option, option, period, positive } from '../../cli/values.ts';
import { both, type Command, excludes, type FlagsOf, requires } from '../../cli/verb.ts';
import { tokenFlags } from './token-flags.ts';

/** Declares the start of reading a stream. */
export function startFlags(command: Command) {
  return command
    .optionsGroup('NATS:')
    .option('--since <duration>', 'with --subscribe, from this long ago (default: now)', period)
    .option('--from-sequence <n>', 'with --subscribe, begin with this message of the stream', positive)
    .optionsGroup('Flags:');
}

/** Declares `--durable`, the name under which several readers share the deliveries of a stream. */
export function durableFlags(command: Command) {
  return command
    .optionsGroup('NATS:')
    .option('--durable <name>', 'with --subscribe, share deliveries with all readers of this name', durableName)
    .option('--max-deliver <n>', 'with --durable, make a delivery a dead letter after this many attempts', positive, 10)
    .optionsGroup('Flags:');
}

/** Declares `--subscribe`, which reads a stream instead of the journal or a listener. */
export function streamFlags(command: Command) {
  const declared = command
    .optionsGroup('NATS:')
    .addOption(
      option('--subscribe [urls]', 'read deliveries from a NATS stream, verified with your tokens', typedNatsUrls),
    )
    .optionsGroup('Flags:');
  return both(declared, brokerFlags(command));
}

/** Declares `--subscribe` and `--dead-letters`, which read a stream instead of the journal. */
export function storeSelectionFlags(command: Command) {
  return (
    both(command, streamFlags(command))
      .optionsGroup('NATS:')
      // The name of the flag in version 0.1. It stands first, because an error names the first.
      .addOption(
        new Option('--moved-aside', 'the old name of --dead-letters').implies({ deadLetters: true }).hideHelp(),
      )
      .option('--dead-letters', 'with --subscribe, deliveries that no reader of a --durable name could handle')
      .optionsGroup('Flags:')
  );
}

export const movedRules = [requires('NATS:', 'subscribe')];

/** Declares the flags that select the journal or a stream, and the tokens that verify its deliveries. */
export function storeFlags(command: Command) {
  return both(tokenFlags(command, true), storeSelectionFlags(command));
}

export const storeRules = [...movedRules, requires('Token:', 'subscribe')];

export type StreamFlags = FlagsOf<typeof streamFlags>;
export type StoreFlags = FlagsOf<typeof storeFlags>;
export type SubscribeFlags = StreamFlags & FlagsOf<typeof startFlags> & FlagsOf<typeof durableFlags>;

/** Parses a durable name. @throws {UsageError} for a name that NATS does not accept */
function durableName(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text;
  throw new ValueError(`must be up to 64 letters, digits, hyphens and underscores, not "${text}"`);
}

/** The rules for reading a stream: the flags of a listener are excluded. */
export const readingRules = [
  ...certificateRules,
  excludes('since', 'fromSequence'),
  requires(['since', 'fromSequence'], 'subscribe'),
  excludes('subscribe', 'Address:', 'TLS:'),
];

export const storeNotes = `With --subscribe, the deliveries of a NATS stream (default: ${defaultStream}) are read in place of the journal, and verified with the
tokens given. --dead-letters reads those that failed --max-deliver times, of the readers in "moved-by".`;
