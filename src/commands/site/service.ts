import { endpointUrl } from '../../api/client/endpoints.ts';
import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { SvcError, unlessFailed } from '../../base/errors.ts';
import type { Context } from '../../cli/context.ts';
import type { KnownEdition, Service } from '../../platform/site/service.ts';

type Deps = Pick<Context, 'client' | 'platform' | 'platformList' | 'settings'>;

export function siteService({ client, platform, platformList, settings }: Deps): Service {
  return { call: platform, list: platformList, edition: () => editionOf({ client, settings }) };
}

/** Returns the edition of the platform, from headers (docs/protocol/lookups.md#ping). Undefined if no header names it. */
async function editionOf({ client, settings }: Pick<Deps, 'client' | 'settings'>): Promise<KnownEdition> {
  const url = endpointUrl(settings.address().value, ping.show, {});
  const sending = { accept: jsonApiMediaType, audience: 'platform', purpose: 'Asking for the edition' } as const;
  const isAnswered = (error: unknown) => error instanceof SvcError && error.status !== undefined;
  const answer = await unlessFailed((await client()).send('GET', url, undefined, sending), isAnswered);
  const name = answer?.headers.get('tfp-appname') ?? '';
  if (/enterprise/i.test(name)) return 'self-hosted';
  return /\b(hcp|cloud)\b/i.test(name) ? 'hosted' : undefined;
}
