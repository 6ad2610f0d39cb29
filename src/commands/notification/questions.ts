import type { Context } from '../../cli/context.ts';
import { hasExtra, parseSet } from '../../cli/set-flag.ts';
import { destinationTypes, triggers } from '../../contract/notification.ts';
import { isUrl } from '../../contract/url.ts';
import { UsageError } from '../../errors.ts';
import { maskFields } from '../../secrets.ts';
import { jsonText } from '../../terminal/json.ts';
import { namesIn } from './flags.ts';
import { type Described, isWeb } from './rules.ts';

type Given = Described & { workspace?: string[] | undefined };
type Complete = Described & { workspace: string[] };
type Ask = Context['ask'];

/** Whether nothing but a workspace was said. */
function isBare(given: Given): boolean {
  return Object.keys(given).every((flag) => flag === 'workspace');
}

/** What was given with what has to be there; only that is asked for. */
async function required(given: Given, ask: Ask): Promise<Complete> {
  const lacks = (name: string) => !hasExtra(given.set, name);
  const workspace = [...new Set(given.workspace ?? [await ask.text('Workspace', { flag: '--workspace' })])];
  const destinationType = given.destinationType ?? (lacks('destination-type') ? await chooseType(ask) : undefined);
  const name = given.name ?? (lacks('name') ? await ask.text('Name', { flag: '--name' }) : undefined);
  const needsUrl = isWeb(destinationType) && given.url === undefined && lacks('url');
  const url = needsUrl ? await askUrl(ask) : given.url;
  const needsUsers =
    destinationType === 'email' && given.user === undefined && !parseSet(given.set).relationships.users;
  const user = needsUsers ? namesIn(await ask.text('Ids of the users to mail', { flag: '--user' })) : given.user;
  return { ...given, workspace, destinationType, name, url, user };
}

/** What a new configuration is made of: everything is asked for where nothing was given, else only what is missing. */
export async function complete(given: Given, ask: Ask): Promise<Complete> {
  return isBare(given) && ask.canAsk() ? await walkThrough(given, ask) : await required(given, ask);
}

/** Everything, question by question. */
async function walkThrough(given: Given, ask: Ask): Promise<Complete> {
  const made = await required(given, ask);
  made.trigger = await ask.chooseMany('Send when', triggers, { flag: '--trigger' });
  if (made.destinationType === 'generic') made.token = await optionalToken(ask);
  made.enabled = await ask.either('Enabled', { flag: '--enabled', initial: true });
  return made;
}

const chooseType = (ask: Ask) =>
  ask.choose('Destination type', destinationTypes, { flag: '--destination-type', initial: 'generic' });

async function askUrl(ask: Ask): Promise<string> {
  const url = await ask.text('URL', { flag: '--url' });
  if (isUrl(url, ['http', 'https'])) return url;
  throw new UsageError('--url: must be an http or https URL');
}

async function optionalToken(ask: Ask): Promise<string | undefined> {
  try {
    return await ask.secret('Token to sign with (nothing for none)', { flag: '--token' });
  } catch (error) {
    // Somebody was there to ask, so that the one thing it can be is an empty answer.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** After questions: shows what will be sent, the token masked, and goes on when the answer is yes. */
export async function showPlan(
  data: object,
  workspaces: readonly string[],
  { ask, dryRun, output }: Pick<Context, 'ask' | 'dryRun' | 'output'>,
): Promise<void> {
  if (ask.answers().length === 0 || dryRun) return;
  output.note(`This will be sent for ${workspaces.join(', ')}:\n${jsonText(maskFields(data)).trimEnd()}`);
  await ask.consent('Create it?');
}
