import type { Client } from '../../api/client/client.ts';
import { startDeadline } from '../../api/client/deadline.ts';
import { createDiscovery } from '../../api/client/discovery.ts';
import type { SendOptions } from '../../api/client/follow-redirects.ts';
import { CancelledError, NotFoundError, RejectedError, SvcError } from '../../base/errors.ts';
import { maskUrl } from '../../base/secrets.ts';
import { unsetOf } from '../../base/shell-word.ts';
import { defaultRegistryHost } from '../../base/system/tools.ts';
import { hostedRegistries } from '../../cli/hosted-registries.ts';
import type { Host } from '../../modules/address/hostname.ts';
import { type RegistryPlace, splitMapping } from '../../modules/address/registry-setting.ts';
import { namedConfig } from '../../modules/registry/cli-config.ts';
import { placeOf, type RegistryDeps } from '../../modules/registry/registry.ts';
import { type Finding, failed, ok, resultAfter, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** A registry, and the setting that names it; undefined for the public registry. */
interface MappedHost {
  host: Host | undefined;
  setting: RegistryDeps['named'][number] | undefined;
}

/** Checks each registry of the settings and of the CLI configuration, and the default registry of addresses without a host. */
export async function checkRegistries(subject: Subject): Promise<Finding[]> {
  const { context } = subject;
  const { env, shell } = context.host;
  await resultAfter('settings', context.client());
  // Wait for the address check, because looking up a token reads the address.
  await resultAfter(
    'platform',
    Promise.resolve().then(() => context.settings.knownAddress()),
  );
  const cliConfig = namedConfig(env);
  const fix = cliConfig && unsetOf(cliConfig.variable, shell);
  const warnings: Finding[] = [];
  const deps = await hostedRegistries(context, context.settings.lookup('tool')?.value, (message) =>
    warnings.push(warning(message, fix)),
  );
  const findings = await Promise.all(mappedHostsIn(deps).map((entry) => checkRegistry(entry, deps, subject)));
  return [...warnings, ...findings];
}

/** Returns one entry for each host: if several settings name a host, the last one counts. @throws {UsageError} for an invalid host */
function mappedHostsIn({ named }: RegistryDeps): MappedHost[] {
  const byHost = new Map<string | undefined, MappedHost>();
  for (const setting of named) {
    const { host } = splitMapping(setting.value);
    byHost.set(host?.ascii, { host, setting });
  }
  const hasDefault = byHost.has(undefined) || byHost.has(defaultRegistryHost);
  return [...(hasDefault ? [] : [{ host: undefined, setting: undefined }]), ...byHost.values()];
}

async function checkRegistry({ host, setting }: MappedHost, deps: RegistryDeps, subject: Subject): Promise<Finding> {
  const name = host?.display ?? (setting ? 'addresses without a host' : defaultRegistryHost);
  const origin = setting?.origin ?? 'default';
  const deadline = startDeadline(subject.limitMs, subject.context.host.signal);
  try {
    // Read only the setting of this host: an invalid setting of another host has a line of its own.
    const place = placeOf({ ...deps, named: setting ? [setting] : [] }, host);
    const base = await respondingUrl(place, await deps.client(), { retries: 0, signal: deadline.signal });
    return ok(`${name}: ${maskUrl(base)} (${origin}${place.isRegistry ? '' : ', discovered'})`);
  } catch (error) {
    if (!(error instanceof SvcError) || error instanceof CancelledError) throw error;
    const finding = setting ? failed : warning;
    return finding(`${name} (${origin}): ${error.message}`, error.hint);
  } finally {
    deadline.end();
  }
}

/** Returns the URL of a registry that responds. A rejection also counts, because a registry may have no list of modules. */
async function respondingUrl({ isRegistry, url }: RegistryPlace, client: Client, options: SendOptions): Promise<URL> {
  const limited: Pick<Client, 'send'> = {
    send: (method, to, body, own) => client.send(method, to, body, { ...own, ...options }),
  };
  if (!isRegistry) return createDiscovery(limited)(url);
  try {
    await limited.send('GET', url, undefined, { audience: 'registry' });
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof RejectedError)) throw error;
  }
  return url;
}
