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
  const { base } = registry;
  // Version 2 is beside version 1 (docs/protocol/registry.md#version-2).
  const second = new URL(base);
  second.pathname = base.pathname.replace(/\/v1\/modules\/$/, '/v2/modules/');
  if (second.pathname === base.pathname) {
    throw new NotFoundError(
      `The registry at ${maskUrl(base)} has no downloads summary: its URL does not end in /v1/modules/.`,
      { hint: 'Use --registry URL/ with a registry that has one.' },
    );
  }
  const call = registry.call(downloads.summary, { namespace, name, provider }, second);
  return (await call.catch(asLacking(registry, `no downloads summary of ${module}`, `svc module show ${module}`))).data;
}
