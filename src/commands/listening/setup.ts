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
import { type Draft, type OwnConfiguration, ownConfiguration, reachHint } from './own-configuration.ts';
import { type Serving, type Subscription, subscribe } from './stores.ts';
import type { SubscribeFlags } from './subscribe-flags.ts';
import { namesToken, tokenFlagOf, tokenOf, tokensOf } from './token-flags.ts';

/** What signs the deliveries of a listener, and the configuration that makes the service send them. */
export interface Setup {
  tokens: readonly Token[];
  /** How another command names the first one; empty for a prompt, undefined for a generated token. */
  tokenFlag?: string | undefined;
  create?: (serving: Serving) => Promise<OwnConfiguration>;
  /** Stores the deliveries in place of the journal. */
  sink?: Sink | undefined;
  /** The stream that deliveries are read from, in place of a listener. */
  subscription?: Subscription | undefined;
}

type SetupFlags = BrokerFlags &
  ServingFlags &
  Partial<Omit<SubscribeFlags, keyof BrokerFlags>> & {
    create?: true | undefined;
    keep?: true | undefined;
    workspace?: string | undefined;
  };

/** Returns what flags name: a configuration of its own with this name and these triggers, a stream, or configurations that exist. */
export async function setupOf(
  flags: SetupFlags,
  own: { name: string; triggers: readonly string[] },
  context: Context,
): Promise<Setup> {
  if (flags.create) return creating(flags, own, context);
  // No prompt where unsigned deliveries are allowed.
  const tokens = flags.allowUnsigned && !namesToken(flags) ? [] : await tokensOf(flags, context);
  if (flags.subscribe === undefined)
    return { tokens, tokenFlag: tokens.length === 0 ? '--unsigned' : tokenFlagOf(flags, context.host.shell) };
  return { tokens, subscription: await subscribe(tokens, flags, context) };
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

/** Returns the setup of a listener that creates a configuration for itself; `draft` describes it, and is called once the listener is there. */
export function ownSetup(
  { keeps, token, tokenFlag }: { keeps: boolean; token: string; tokenFlag: string | undefined },
  draft: (own: { token: string; url: string }) => Promise<Draft>,
  context: Context,
): Setup {
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

/** @throws {UsageError} without --public-url, unless the service runs on this machine and reaches the listener itself */
export function requirePublicUrl(publicUrl: string | undefined, { settings }: Pick<Context, 'settings'>): void {
  const { hostname } = settings.address().value;
  if (publicUrl !== undefined || isLoopback(hostname)) return;
  throw new UsageError(`Missing --public-url, the URL at which ${hostname} reaches the listener.`, {
    hint: reachHint,
  });
}

/** The URL that the service sends to: the public one, else the listener's own. */
function destinationUrl({ publicUrl, url: own }: Serving): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(own);
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href;
}
