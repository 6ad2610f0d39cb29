import { UsageError } from '../../base/errors.ts';
import { isLoopback } from '../../base/origin.ts';
import type { BrokerFlags } from '../../cli/broker-flags.ts';
import type { Context } from '../../cli/context.ts';
import { workspaceId } from '../../cli/lookup.ts';
import { pickWorkspace } from '../../cli/pick.ts';
import { newToken } from '../../cli/stored-tokens.ts';
import type { Token } from '../../webhooks/delivery.ts';
import type { Sink } from '../../webhooks/loop.ts';
import type { ServingFlags } from './listen-flags.ts';
import { type ListenerConfiguration, type OwnConfiguration, ownConfiguration, reachHint } from './own-configuration.ts';
import { type Serving, type Subscription, subscribe } from './stores.ts';
import type { SubscribeFlags } from './subscribe-flags.ts';
import { namesToken, tokenFlagOf, tokenOf, tokensOf } from './token-flags.ts';

export interface Setup {
  tokens: readonly Token[];
  /** The flag that gives another command the first token; empty if the token was prompted for, undefined if it was generated. */
  tokenFlag?: string | undefined;
  create?: (serving: Serving) => Promise<OwnConfiguration>;
  sink?: Sink | undefined;
  subscription?: Subscription | undefined;
}

type SetupFlags = BrokerFlags &
  ServingFlags &
  Partial<Omit<SubscribeFlags, keyof BrokerFlags>> & {
    create?: true | undefined;
    keep?: true | undefined;
    workspace?: string | undefined;
  };

const tokenHint =
  'Use --token-file PATH or --token-env NAME, or --create for a temporary configuration with a new token.';

/** Returns the setup that flags select: with a new configuration of this name and these triggers, with a stream, or with tokens only. */
export async function setupOf(
  flags: SetupFlags,
  configuration: { name: string; triggers: readonly string[] },
  context: Context,
): Promise<Setup> {
  const missing = missingFlags(flags, context);
  if (flags.create) {
    // The error for --public-url alone says why it is required.
    if (missing.length > 1) context.ask.require(missing, reachHint);
    return creating(flags, configuration, context);
  }
  // Do not prompt for a token if unsigned deliveries are accepted.
  const isUnsigned = flags.allowUnsigned && !namesToken(flags);
  context.ask.require(missing, tokenHint);
  const tokens = isUnsigned ? [] : await tokensOf(flags, context);
  if (flags.subscribe === undefined)
    return { tokens, tokenFlag: tokens.length === 0 ? '--unsigned' : tokenFlagOf(flags, context.host.shell) };
  return { tokens, subscription: await subscribe(tokens, flags, context) };
}

/** Returns the required flags of a listener that are missing. A terminal prompts for them, except for --public-url. */
export function missingFlags(flags: SetupFlags, context: Pick<Context, 'settings'>): string[] {
  const workspace = flags.workspace === undefined ? ['--workspace'] : [];
  if (flags.create) return isReachable(flags.publicUrl, context) ? workspace : ['--public-url', ...workspace];
  return flags.subscribe === undefined && !flags.allowUnsigned && !namesToken(flags) ? ['--token-file'] : [];
}

async function creating(
  flags: SetupFlags,
  { name, triggers }: { name: string; triggers: readonly string[] },
  context: Context,
): Promise<Setup> {
  requirePublicUrl(flags.publicUrl, context);
  const tokenFlag = namesToken(flags) ? tokenFlagOf(flags, context.host.shell) : undefined;
  const token = tokenFlag === undefined ? newToken(context.secrets) : await tokenOf(flags, context);
  const workspace = await workspaceId(
    flags.workspace ?? (await pickWorkspace({ flag: '--workspace' }, context)),
    context,
  );
  const attributes = { name, triggers: [...triggers] };
  return ownSetup({ token, tokenFlag, keeps: flags.keep === true }, async () => ({ workspace, attributes }), context);
}

/** Returns the setup of a listener that creates a configuration for itself. `draft` is called after the listener has started. */
export function ownSetup(
  { keeps, token, tokenFlag }: { keeps: boolean; token: string; tokenFlag: string | undefined },
  draft: (receiver: { token: string; url: string }) => Promise<ListenerConfiguration>,
  context: Context,
): Setup {
  return {
    tokens: [{ name: 'the created configuration', value: token }],
    tokenFlag,
    async create(serving) {
      const receiver = { token, url: destinationUrl(serving) };
      const { attributes, ...place } = await draft(receiver);
      const completeDraft = { ...place, attributes: { ...attributes, ...receiver } };
      return ownConfiguration(completeDraft, { keeps, storesToken: tokenFlag === undefined }, context);
    },
  };
}

function isReachable(publicUrl: string | undefined, { settings }: Pick<Context, 'settings'>): boolean {
  return publicUrl !== undefined || isLoopback(settings.address().value.hostname);
}

/** Requires --public-url, unless the service runs on this machine. @throws {UsageError} if it is missing */
export function requirePublicUrl(publicUrl: string | undefined, context: Pick<Context, 'settings'>): void {
  if (isReachable(publicUrl, context)) return;
  const { hostname } = context.settings.address().value;
  throw new UsageError(`Missing --public-url, the URL at which ${hostname} reaches the listener.`, {
    hint: reachHint,
  });
}

function destinationUrl({ publicUrl, url: listenerUrl }: Serving): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(listenerUrl);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href;
}
