import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { collect } from '../../cli/set-flag.ts';
import { inputBytes } from '../../cli/terminal/input.ts';
import { oneOf } from '../../cli/values.ts';
import { type Command, excludes, type FlagsOf, verb } from '../../cli/verb.ts';
import { webUrl } from '../../cli/web-url.ts';
import { readNotification } from '../../webhooks/event.ts';
import {
  parseSetting,
  type SampleOptions,
  type SampleTrigger,
  sampleBody,
  sampleForms,
  sampleTriggers,
  scenarioBodies,
  scenarios,
} from '../../webhooks/sample.ts';
import { destination, forgeries, type Sending, sendingsOf } from '../../webhooks/send.ts';
import { headerFlag, headersOf } from '../listening/header-flag.ts';
import { namesToken, tokenFlags, tokenOf } from '../listening/token-flags.ts';
import { sendAll } from './send-all.ts';

const scenarioNames = Object.keys(scenarios) as (keyof typeof scenarios)[];
const tamperings = ['all', ...forgeries(Buffer.from('{}'), 'x').map(({ name }) => name)];

function triggerFlags(verb: Command) {
  const sending = verb
    .option('--to <url>', 'URL to send to')
    .option(
      '--set <place=value>',
      'set a field: run_message=Hello, notifications.0.run_status=planned; repeatable',
      collect,
    )
    .option('-b, --body <file>', 'send this file as the body, - for stdin')
    .option('--scenario <name>', `send the events of a run: ${scenarioNames.join(', ')}`, oneOf(scenarioNames))
    .option('--tamper <kind>', `send a delivery that must be rejected: ${tamperings.join(', ')}`, oneOf(tamperings))
    .option(
      '--as <type>',
      `type of the destination: ${sampleForms.join(' or ')} (default: generic)`,
      oneOf(sampleForms),
    )
    .option('--unsigned', 'send no signature');
  return tokenFlags(headerFlag(sending, 'the request'));
}
type TriggerFlags = FlagsOf<typeof triggerFlags>;

export const trigger = verb({
  words: 'trigger',
  about: 'Send a notification as the service does',
  text: `Sends a sample delivery, to test a receiver without the service. Shows the response of the receiver. Exit code 5 or 7 means that it did not accept a valid delivery, by its status. Every
sample contains an umlaut, a dash, an emoji, <, &, > and +, so that a receiver that changes the body before the check fails.

With --tamper the receiver must reject the delivery: exit code 8 means that it accepted it. "all" sends every kind.

A secret in --header is read from a file ("Authorization: @gate.txt") or a variable ("X-Api-Key: env:GATE_KEY").

With --as slack, sends a chat message as to a destination of type slack, without a signature. --set changes fields of the message:
--set attachments.0.color=good.`,
  flags: (command: Command) =>
    triggerFlags(command).argument('[trigger]', sampleTriggers.join(', '), oneOf(sampleTriggers)),
  required: ['to'],
  rules: [excludes('body', 'set', 'as'), excludes('unsigned', 'tamper', 'tokenFile', 'tokenEnv', 'notification')],
  examples: [
    'svc webhook trigger run:completed --to https://hooks.example.com/svc --token-env HOOK_TOKEN',
    'svc webhook trigger run:errored --to https://hooks.example.com/svc --token-env HOOK_TOKEN --set run_message=Broken --set notifications.0.run_updated_by=bob',
    'svc webhook trigger --scenario lifecycle --to https://hooks.example.com/svc --token-file hook-token.txt',
    'svc webhook trigger run:errored --as slack --to https://hooks.example.com/svc',
    'svc webhook trigger run:completed --tamper all --to https://hooks.example.com/strict --token-env HOOK_TOKEN',
  ],
  async run(context, flags, typed) {
    const { as, body, tamper, unsigned } = flags;
    if (as === 'slack' && (tamper !== undefined || namesToken(flags)))
      throw new UsageError('Only generic notifications are signed, so --as slack takes no token and no --tamper.');
    const { name, to } = await askMissing(typed, flags, context);
    const url = destination('--to', to);
    const headers = await headersOf(flags.header, context);
    const token = unsigned || as === 'slack' ? undefined : await tokenOf(flags, context, body === '-');
    const payloads = await payloadsOf(flags, name, context);
    await sendAll(
      url,
      payloads.flatMap((payload) => sendingsOf(payload, token, tamper)),
      context,
      headers,
    );
  },
});

/** Returns the trigger and the URL, and prompts for a missing one. @throws {UsageError} without a terminal, naming everything that is missing */
async function askMissing(trigger: SampleTrigger | undefined, flags: TriggerFlags, { ask }: Pick<Context, 'ask'>) {
  const { as, body, scenario, to, unsigned } = flags;
  const isEmpty = (trigger ?? scenario ?? body) === undefined;
  const missing = [...(isEmpty ? ['<trigger>'] : []), ...(to === undefined ? ['--to'] : [])];
  const isSigned = !unsigned && as !== 'slack' && !namesToken(flags);
  if (missing.length > 0)
    ask.require(
      [...missing, ...(isSigned ? ['--token-file'] : [])],
      'svc webhook trigger run:completed --to URL --token-file PATH',
    );
  const name = isEmpty ? await ask.argument(undefined, ['Trigger', 'trigger'], sampleTriggers) : trigger;
  return {
    name: name as SampleTrigger | undefined,
    to: to ?? (await ask.text('URL', { flag: '--to', parse: webUrl })),
  };
}

async function payloadsOf(
  { as, body, scenario, set = [] }: TriggerFlags,
  trigger: SampleTrigger | undefined,
  context: Context,
): Promise<Pick<Sending, 'body' | 'trigger'>[]> {
  if ([trigger, scenario, body].filter((each) => each !== undefined).length > 1)
    throw new UsageError('Specify only one of <trigger>, --scenario and --body.');
  if (body !== undefined) {
    const bytes = await inputBytes('--body', body, context.host);
    return [{ trigger: readNotification(bytes).trigger, body: bytes }];
  }
  const options: SampleOptions = { as, at: context.host.now(), settings: set.map(parseSetting) };
  return scenario ? scenarioBodies(scenario, options) : [{ trigger: trigger!, body: sampleBody(trigger!, options) }];
}
