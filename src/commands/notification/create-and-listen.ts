import { UsageError } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import { contradiction } from '../../cli/contradictions.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { confirmCreation } from '../../cli/preview.ts';
import { newToken } from '../../cli/stored-tokens.ts';
import { listen } from '../listening/listen.ts';
import { ownSetup, requirePublicUrl, type Setup } from '../listening/setup.ts';
import { tokenFlagOf } from '../listening/token-flags.ts';
import type { CreateFlags } from './create-flags.ts';
import { bodyOf, namesToken, warnings } from './flags.ts';
import { complete } from './questions.ts';
import { namesSeveral } from './workspace-flags.ts';

/** Creates a configuration whose destination is a listener of this run. */
export async function createAndListen(flags: CreateFlags, context: Context): Promise<void> {
  rejectBesideListening(flags);
  requirePublicUrl(flags.publicUrl, context);
  await listen(flags, () => setupOf(flags, context), context);
}

async function setupOf(flags: CreateFlags, context: Context): Promise<Setup> {
  const { ask, output, secrets } = context;
  // The listener determines the URL, so the wizard must not prompt for it.
  const known = { ...flags, destinationType: 'generic', url: 'unknown', trigger: flags.trigger ?? ['all'] };
  const { workspace: typed, ...wanted } = await complete(known, context);
  for (const warning of warnings(wanted)) output.warn(warning);
  const [only = ''] = typed;
  if (namesSeveral({ workspace: typed })) throw new UsageError('--listen allows only one --workspace, not a pattern.');
  const generated = !namesToken(flags);
  const source = { flag: '--token', file: flags.tokenFile, env: flags.tokenEnv };
  const token = generated ? newToken(secrets) : await ask.secret('Token', source);
  const workspace = await workspaceId(only, context);
  const tokenFlag = generated ? undefined : tokenFlagOf(singly(flags), context.host.shell);
  const draftOf = async (own: { token: string; url: string }) => {
    const { name, set, trigger } = wanted;
    const body = await bodyOf({ name, set, trigger, ...own }, ask);
    const draft = { ...body, attributes: { ...body.attributes, ...own } };
    await confirmCreation(`notification configuration in ${only}`, draft, context);
    return { workspace, ...draft };
  };
  return ownSetup({ token, tokenFlag, keeps: !flags.temporary }, draftOf, context);
}

const singly = ({ tokenEnv, tokenFile }: Pick<CreateFlags, 'tokenEnv' | 'tokenFile'>) => ({
  tokenEnv: tokenEnv === undefined ? undefined : [tokenEnv],
  tokenFile: tokenFile === undefined ? undefined : [tokenFile],
});

function rejectBesideListening({ destinationType = 'generic', enabled }: CreateFlags) {
  if (destinationType !== 'generic')
    throw contradiction('--destination-type', '--listen', 'A listener receives only generic notifications.');
  if (enabled === false) throw contradiction('--no-enabled', '--listen', 'The service verifies the listener.');
}
