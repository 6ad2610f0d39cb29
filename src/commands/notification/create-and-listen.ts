import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { confirmCreation } from '../../cli/preview.ts';
import { newToken } from '../../cli/stored-tokens.ts';
import { contradiction } from '../../cli/verb.ts';
import { listen } from '../listening/listen.ts';
import { ownSetup, requirePublicUrl, type Setup } from '../listening/setup.ts';
import { tokenFlagOf } from '../listening/token-flags.ts';
import type { CreateFlags } from './create-flags.ts';
import { draftOf, namesToken, tokenIn, warnings } from './flags.ts';
import { complete } from './questions.ts';
import { namesSeveral } from './workspace-flags.ts';

/** Creates a configuration whose destination is a listener of this run. */
export async function createAndListen(flags: CreateFlags, context: Context): Promise<void> {
  const { destinationType = 'generic', enabled, publicUrl } = flags;
  if (destinationType !== 'generic')
    throw contradiction('--destination-type', '--listen', 'A listener receives only generic notifications.');
  if (enabled === false) throw contradiction('--no-enabled', '--listen', 'The service verifies the listener.');
  requirePublicUrl(publicUrl, context);
  await listen(flags, () => setupOf(flags, context), context);
}

async function setupOf(flags: CreateFlags, context: Context): Promise<Setup> {
  const { ask, host, output, secrets } = context;
  // The wizard must not prompt for the URL, which the listener determines.
  const preset = { ...flags, destinationType: 'generic', url: 'unknown', trigger: flags.trigger ?? ['all'] };
  const { workspace: names, ...answers } = await complete(preset, context);
  for (const warning of warnings(answers)) output.warn(warning);
  const [name = ''] = names;
  if (namesSeveral({ workspace: names })) throw new UsageError('--listen allows only one --workspace, not a pattern.');
  const token = (await tokenIn(flags, ask)) ?? newToken(secrets);
  const workspace = await workspaceId(name, context);
  const [tokenEnv, tokenFile] = [flags.tokenEnv, flags.tokenFile].map((source) => [source ?? []].flat());
  const tokenFlag = namesToken(flags) ? tokenFlagOf({ tokenEnv, tokenFile }, host.shell) : undefined;
  const draftFor = async (receiver: { token: string; url: string }) => {
    const { name: title, set, trigger } = answers;
    const draft = draftOf({ name: title, set, trigger, ...receiver });
    await confirmCreation(`notification configuration in ${name}`, draft, context);
    return { workspace, ...draft };
  };
  return ownSetup({ token, tokenFlag, keeps: !flags.temporary }, draftFor, context);
}
