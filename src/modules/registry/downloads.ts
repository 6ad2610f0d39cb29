import { type DownloadsSummary, downloads } from '../../api/contract/registry/downloads-summary.ts';
import { NotFoundError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import type { ModuleAddress } from '../address/address.ts';
import type { Registry } from './registry.ts';
import { asLacking, nameOf } from './resolve.ts';

/**
 * Returns the number of downloads of a module (docs/protocol/registry.md#downloads-summary).
 * @throws {NotFoundError} for a registry without version 2, or without the module there
 */
export async function downloadsOf(registry: Registry, address: ModuleAddress): Promise<DownloadsSummary> {
  const { namespace, name, provider } = address;
  const module = nameOf(address);
  const call = registry.call(downloads.summary, { namespace, name, provider }, secondBase(registry.base));
  return (await call.catch(asLacking(registry, `no downloads summary of ${module}`, `svc module show ${module}`))).data;
}

/** Returns the URL of version 2, which is beside version 1 (docs/protocol/registry.md#version-2). */
function secondBase(base: URL): URL {
  const first = /\/v1\/modules\/$/;
  if (!first.test(base.pathname)) {
    throw new NotFoundError(
      `The registry at ${maskUrl(base)} has no downloads summary: its URL does not end in /v1/modules/.`,
      { hint: 'Use --registry URL/ with a registry that has one.' },
    );
  }
  const second = new URL(base);
  second.pathname = base.pathname.replace(first, '/v2/modules/');
  return second;
}
