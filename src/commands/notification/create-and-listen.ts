import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { confirmCreation } from '../../cli/preview.ts';
import { type NotificationConfiguration, notifications } from '../../contract/platform/notifications.ts';
import { CheckFailedError, UsageError } from '../../errors.ts';
import { tell } from '../listening/delivery.ts';
import { reachHint, requireWayBack, wayBack } from '../listening/public-url.ts';
import { endWith, type Serving, sayListening, serveWith, summary } from '../listening/serve.ts';
import { keepToken, newToken } from '../listening/stored-tokens.ts';
import { verificationWords, verified } from '../listening/verification.ts';
import type { CreateFlags } from './create-flags.ts';
import { bodyOf, namesToken, oddities } from './flags.ts';
import { complete } from './questions.ts';

/** Creates a configuration whose destination is a listener that stays until the run is cancelled. */
export async function createListening(given: CreateFlags, context: Context): Promise<void> {
  const { ask, dryRun, host, output, secrets } = context;
  refuseBesideListening(given);
  requireWayBack(given.publicUrl, context);
  // The URL is known once the listener is; until then nobody needs to be asked for it.
  const about = { ...given, destinationType: 'generic', url: 'unknown', trigger: given.trigger ?? ['all'] };
  const { workspace, ...wanted } = await complete(about, context);
  for (const odd of oddities(wanted)) output.warn(odd);
  const [only = '', another] = workspace;
  if (another) throw new UsageError('--listen goes with one --workspace.');
  const source = { flag: '--token', file: given.tokenFile, env: given.tokenEnv };
  const token = namesToken(given) ? await ask.secret('Token', source) : newToken(secrets);

  const serving = await serveWith([{ name: 'the configuration', value: token }], given, context);
  let ending: ReturnType<typeof endWith> | undefined;
  let made: NotificationConfiguration;
  try {
    const { name, set, trigger } = wanted;
    const { attributes, ...rest } = await bodyOf(
      { name, set, trigger, url: wayBack(serving), enabled: true, token },
      ask,
    );
    const draft = { 'destination-type': 'generic', ...attributes };
    const data = { type: 'notification-configurations' as const, attributes: draft, ...rest };
    await confirmCreation(`notification configuration in ${only}`, data, context);
    const workspace_id = await workspaceId(only, context);
    if (!dryRun) await sayListening(serving, output);
    // Not cancelled half-way: whether it is there must be known, and its token kept.
    const reply = context.uncancelled().platform(notifications.create, { workspace_id, body: { data: data as never } });
    made = await verified(reply, 'it was not saved', reachHint)
      .then((answer) => answer.data)
      .catch((error: unknown) => showRest(serving, error, output));
    output.note(`Created notification configuration ${made.id}. ${verificationWords(made)}`);
    if (!namesToken(given)) await keepToken(made.id, token, context);
    const { id } = made;
    await output.event(`Created ${id}\n`, { event: 'created', id, name: name ?? null, url: made.attributes.url });
    ending = endWith(serving, host.signal);
    await show(serving, output);
  } finally {
    ending?.off();
    await serving.close();
  }
  output.note(`${summary(serving.listener.counters)} They are kept in ${serving.journal.path}.`);
  output.note(`Notification configuration ${made.id} stays. To remove it: svc notification delete ${made.id} --yes`);
  if (host.signal.aborted) throw host.signal.reason;
}

function refuseBesideListening({
  destinationType = 'generic',
  enabled,
  generateToken,
  url,
  user,
  ...given
}: CreateFlags) {
  const refuse = (flag: string, why: string) => {
    throw new UsageError(`${flag} does not go with --listen: ${why}.`);
  };
  if (destinationType !== 'generic') refuse('--destination-type', 'it receives what goes to generic destinations');
  if (enabled === false) refuse('--no-enabled', 'the service verifies the listener');
  if (url !== undefined) refuse('--url', 'the destination is the listener, at its --public-url');
  if (user !== undefined) refuse('--user', 'only e-mail is sent to users');
  if (generateToken && namesToken(given)) refuse('--generate-token', 'another token is given');
}

/** What came all the same is shown before the failure: its reasons say more than the service can. */
async function showRest(serving: Serving, error: unknown, output: Context['output']): Promise<never> {
  await serving.close();
  let came = 0;
  for await (const delivery of serving.listener) {
    came += 1;
    await tell(delivery, output);
  }
  if (!(error instanceof CheckFailedError) || came > 0) throw error;
  const words = `${error.message.slice(0, -1)}: nothing came to the listener.`;
  throw new CheckFailedError(words, { ...error, cause: error });
}

async function show({ listener }: Serving, output: Context['output']): Promise<void> {
  for await (const delivery of listener) await tell(delivery, output);
}
