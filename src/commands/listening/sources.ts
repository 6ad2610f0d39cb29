import type { BrokerFlags } from '../../cli/broker-flags.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import type { Publishing } from '../../webhooks/broker/publication.ts';
import type { Token } from '../../webhooks/delivery.ts';
import type { ServingFlags } from './listen-flags.ts';
import { type Draft, type OwnConfiguration, ownConfiguration } from './own-configuration.ts';
import { destinationUrl, requirePublicUrl } from './public-url.ts';
import type { Serving } from './serve.ts';
import { newToken } from './stored-tokens.ts';
import type { Subscription } from './subscribe.ts';
import type { SubscribeFlags } from './subscribe-flags.ts';
import { namesToken, tokenFlagOf, tokenOf, tokensOf } from './token-flags.ts';

/** What signs the deliveries of a listener, and the configuration that makes the service send them. */
export interface Source {
  tokens: readonly Token[];
  /** How another command names the first one; empty for a prompt, undefined for a generated token. */
  tokenFlag?: string | undefined;
  create?: (serving: Serving) => Promise<OwnConfiguration>;
  /** Stores the deliveries elsewhere than in the journal, and answers them. */
  publishing?: Publishing | undefined;
  /** The stream that deliveries are read from, in place of a listener. */
  subscription?: Subscription | undefined;
}

type SourceFlags = BrokerFlags &
  ServingFlags &
  Partial<Omit<SubscribeFlags, keyof BrokerFlags>> & {
    create?: true | undefined;
    keep?: true | undefined;
    workspace?: string | undefined;
  };

/** The source that flags name: a configuration of its own with this name and these triggers, a stream, or configurations that exist. */
export async function sourceOf(
  flags: SourceFlags,
  own: { name: string; triggers: readonly string[] },
  context: Context,
): Promise<Source> {
  if (flags.create) return creating(flags, own, context);
  // No prompt where unsigned deliveries are allowed.
  const tokens = flags.allowUnsigned && !namesToken(flags) ? [] : await tokensOf(flags, context);
  if (flags.subscribe === undefined)
    return { tokens, tokenFlag: tokens.length === 0 ? '--unsigned' : tokenFlagOf(flags, context.host.shell) };
  const { subscribe } = await import('./subscribe.ts');
  return { tokens, subscription: await subscribe(tokens, flags, context) };
}

async function creating(
  flags: SourceFlags,
  { name, triggers }: { name: string; triggers: readonly string[] },
  context: Context,
): Promise<Source> {
  requirePublicUrl(flags.publicUrl, context);
  const tokenFlag = namesToken(flags) ? tokenFlagOf(flags, context.host.shell) : undefined;
  const token = tokenFlag === undefined ? newToken(context.secrets) : await tokenOf(flags, context);
  const workspace = await workspaceId(
    flags.workspace ?? (await pickWorkspace({ flag: '--workspace' }, context)),
    context,
  );
  const attributes = { name, triggers: [...triggers] };
  return ownSource({ token, tokenFlag, keeps: flags.keep === true }, async () => ({ workspace, attributes }), context);
}

/** The source of a listener that creates a configuration for itself; `draft` describes it, and is called once the listener is there. */
export function ownSource(
  { keeps, token, tokenFlag }: { keeps: boolean; token: string; tokenFlag: string | undefined },
  draft: (own: { token: string; url: string }) => Promise<Draft>,
  context: Context,
): Source {
  return {
    tokens: [{ name: 'the created configuration', value: token }],
    tokenFlag,
    async create(serving) {
      const own = { token, url: destinationUrl(serving) };
      const { attributes, ...place } = await draft(own);
      const whole = { ...place, attributes: { ...attributes, ...own } };
      return ownConfiguration(whole, { keeps, storesToken: tokenFlag === undefined }, context);
    },
  };
}
