import { hostedRegistries } from '../../cli/hosted-registries.ts';
import type { Client } from '../../client/client.ts';
import { startDeadline } from '../../client/deadline.ts';
import { createDiscovery } from '../../client/discovery.ts';
import type { SendOptions } from '../../client/follow-redirects.ts';
import {
  AuthError,
  CancelledError,
  NetworkError,
  NotFoundError,
  RejectedError,
  SvcError,
  UsageError,
} from '../../errors.ts';
import type { Host } from '../../module/address/hostname.ts';
import { type RegistryPlace, splitMapping } from '../../module/address/registry-setting.ts';
import { namedConfig } from '../../module/registry/cli-config.ts';
import { placeOf, type RegistryDeps } from '../../module/registry/registry.ts';
import { maskUrl, maskUrls } from '../../secrets.ts';
import { tokenVariable } from '../../settings/credentials.ts';
import { exportOf, unsetOf } from '../../shell-word.ts';
import { defaultRegistryHost } from '../../tools.ts';
import { changeOf, networkFix } from './fixes.ts';
import { after, type Finding, failed, ok, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** A registry and the setting that names it; the public registry has none. */
interface Mapped {
  host: Host | undefined;
  setting: RegistryDeps['named'][number] | undefined;
}

/** Each registry of the settings and of the CLI configuration, and the one of addresses without a host. */
export async function checkRegistries(subject: Subject): Promise<Finding[]> {
  const { context } = subject;
  await after('settings', context.client());
  // The look-up of a token reads the address.
  await after('address', Promise.resolve().then(context.settings.knownAddress));
  let deps: RegistryDeps;
  try {
    // A file that cannot be read has a check of its own.
    deps = await hostedRegistries(context, context.settings.value('tool'), () => {});
  } catch (error) {
    const named = namedConfig(context.host.env);
    if (!(error instanceof UsageError) || !named) throw error;
    return [failed(error.message, unsetOf(named.variable, context.host.shell))];
  }
  return Promise.all(mappedIn(deps).map((mapped) => checkRegistry(mapped, deps, subject)));
}

/** One entry for each host: the last setting counts. @throws {UsageError} for an invalid host */
function mappedIn({ named }: RegistryDeps): Mapped[] {
  const byHost = new Map<string | undefined, Mapped>();
  for (const setting of named) {
    const { host } = splitMapping(setting.value);
    byHost.set(host?.ascii, { host, setting });
  }
  const hasDefault = byHost.has(undefined) || byHost.has(defaultRegistryHost);
  return [...(hasDefault ? [] : [{ host: undefined, setting: undefined }]), ...byHost.values()];
}

async function checkRegistry({ host, setting }: Mapped, deps: RegistryDeps, subject: Subject): Promise<Finding> {
  const name = host?.display ?? (setting ? 'addresses without a host' : defaultRegistryHost);
  const { shell, signal } = subject.context.host;
  const deadline = startDeadline(subject.limitMs, signal);
  const mend = (value: string) => changeOf('registry', setting?.origin ?? '', value, shell);
  let place: RegistryPlace | undefined;
  try {
    // Its own setting only: an invalid one elsewhere has its own line.
    place = placeOf({ ...deps, named: setting ? [setting] : [] }, host);
    const options: SendOptions = { retries: 0, signal: deadline.signal };
    const base = await found(place, await deps.client(), options);
    const origin = setting ? setting.origin : 'default';
    return ok(`${name}: ${maskUrl(base)} (${origin}${place.isRegistry ? '' : ', discovered'})`);
  } catch (error) {
    if (!(error instanceof SvcError) || error instanceof CancelledError) throw error;
    if (setting === undefined) return warning(`${name}: ${error.message}`, mend('HOST'));
    if (place && error instanceof AuthError)
      return failed(`${name}: ${error.message}`, exportOf({ [tokenVariable(place.url.origin)]: 'TOKEN' }, shell));
    const fix = place && error instanceof NetworkError && networkFix(error, place.url, subject);
    if (fix) return failed(`${name}: ${error.message}`, fix);
    const replaced = host === undefined ? 'HOST' : `${host.ascii}=URL`;
    const all = deps.named.filter((each) => each.origin === setting.origin);
    return failed(
      `${name}: ${error.message}`,
      mend(all.map((each) => (each === setting ? replaced : maskUrls(each.value))).join(',')),
    );
  } finally {
    deadline.end();
  }
}

/** The URL of a registry that responds. A registry without a list of modules may reject that request. */
async function found({ isRegistry, url }: RegistryPlace, client: Client, options: SendOptions): Promise<URL> {
  const limited: Client = {
    ...client,
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
