import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../../cli/context.ts';
import { explain } from '../../cli/help.ts';
import { action } from '../../cli/run.ts';
import { collect } from '../../cli/set-flag.ts';
import { oneOf, option } from '../../cli/values.ts';
import { UsageError } from '../../errors.ts';
import { inputBytes } from '../../terminal/input.ts';
import { readNotification } from '../../webhook/event.ts';
import {
  parseSetting,
  type SampleOptions,
  sampleBody,
  sampleForms,
  sampleTriggers,
  scenarioBodies,
  scenarios,
} from '../../webhook/sample.ts';
import { signedHeaders } from '../../webhook/send.ts';
import { forgeries } from '../../webhook/tamper.ts';
import { declareTokenFlags, namesToken, tokenFlags, tokenOf } from '../listening/token-flags.ts';
import { destination, type Sending, sendAll } from './destination.ts';

const scenarioNames = Object.keys(scenarios) as (keyof typeof scenarios)[];
const tamperings = ['all', ...forgeries(Buffer.from('{}'), 'x').map(({ name }) => name)];

const flags = tokenFlags
  .extend({
    to: z.string({ error: 'the URL of the receiver is needed.' }),
    set: z.array(z.string()).optional(),
    body: z.string().optional(),
    scenario: z.enum(scenarioNames).optional(),
    tamper: z.string().optional(),
    unsigned: z.boolean().optional(),
    as: z.enum(sampleForms).optional(),
  })
  .refine(({ body, set }) => body === undefined || set === undefined, '--set and --body do not go together.')
  .refine((given) => !given.unsigned || !(given.tamper || namesToken(given)), {
    message: '--unsigned goes with no token and no --tamper.',
  })
  .refine((given) => given.as !== 'slack' || !(given.tamper || namesToken(given)), {
    message: '--as slack goes with no token and no --tamper: only generic notifications are signed.',
  })
  .refine(({ as, body }) => as === undefined || body === undefined, '--as and --body do not go together.');
type Flags = z.infer<typeof flags>;

interface Payload {
  trigger: string | null;
  body: Buffer;
}

export function registerTrigger(webhook: Command, context: Context): void {
  const trigger = explain(webhook.command('trigger'), {
    notes: `The receiver's answer is shown. Exit 5 or 7 says that it did not take a good delivery, by its status.

With --tamper the delivery is one that an honest receiver must refuse: exit 8 says that it was accepted. "all" sends every kind.

With --as slack it is a message of the chat service, as for a destination of the type slack. It has no signature, and --set reaches into
the message: --set attachments.0.color=good.`,
    examples: [
      'svc webhook trigger run:completed --to https://hooks.example.com/svc --token-env HOOK_TOKEN',
      'svc webhook trigger run:errored --to https://hooks.example.com/svc --token-env HOOK_TOKEN --set run_message=Broken --set notifications.0.run_updated_by=bob',
      'svc webhook trigger --scenario lifecycle --to https://hooks.example.com/svc --token-file hook-token.txt',
      'svc webhook trigger run:errored --as slack --to https://hooks.example.com/svc',
      'svc webhook trigger run:completed --tamper all --to https://hooks.example.com/strict --token-env HOOK_TOKEN',
    ],
  })
    .description('Send a notification as the service would')
    .argument('[trigger]', sampleTriggers.join(', '), oneOf(sampleTriggers))
    .option('--to <url>', 'where to')
    .option(
      '--set <place=value>',
      'change a field: run_message=Hello, notifications.0.run_status=planned; repeatable',
      collect,
    )
    .option('--body <file>', 'send these bytes instead, - for stdin')
    .addOption(option('--scenario <name>', `a whole run: ${scenarioNames.join(', ')}`, oneOf(scenarioNames)))
    .addOption(option('--tamper <kind>', `send what must be refused: ${tamperings.join(', ')}`, oneOf(tamperings)))
    .addOption(
      option(
        '--as <type>',
        `as for a destination of the type ${sampleForms.join(' or ')} (default: generic)`,
        oneOf(sampleForms),
      ),
    )
    .option('--unsigned', 'send no signature, as for a configuration without a token');
  declareTokenFlags(trigger, false).action(
    action(flags, async (given, name?: (typeof sampleTriggers)[number]) => {
      const url = destination('--to', given.to);
      const token =
        given.unsigned || given.as === 'slack' ? undefined : await tokenOf(given, context, given.body === '-');
      const payloads = await payloadsOf(given, name, context);
      await sendAll(
        url,
        payloads.flatMap((payload) => sendingsOf(payload, token, given.tamper)),
        context,
      );
    }),
  );
}

async function payloadsOf(
  { as, body, scenario, set = [] }: Flags,
  trigger: (typeof sampleTriggers)[number] | undefined,
  context: Context,
): Promise<Payload[]> {
  if ([trigger, scenario, body].filter((each) => each !== undefined).length !== 1) {
    throw new UsageError('One of TRIGGER, --scenario and --body is needed, and only one.', {
      hint: `Triggers are ${sampleTriggers.join(', ')}.`,
    });
  }
  if (body !== undefined) {
    const bytes = await inputBytes('--body', body, context.host);
    return [{ trigger: readNotification(bytes).trigger, body: bytes }];
  }
  const options: SampleOptions = { as, at: context.host.now(), settings: set.map(parseSetting) };
  return scenario ? scenarioBodies(scenario, options) : [{ trigger: trigger!, body: sampleBody(trigger!, options) }];
}

function sendingsOf({ trigger, body }: Payload, token: string | undefined, tamper?: string): Sending[] {
  if (tamper === undefined || token === undefined) {
    return [{ trigger, headers: signedHeaders(body, token), body }];
  }
  return forgeries(body, token)
    .filter(({ name }) => tamper === 'all' || tamper === name)
    .map(({ name, words, headers, body: bytes }) => ({ trigger, headers, body: bytes, forgery: { name, words } }));
}
