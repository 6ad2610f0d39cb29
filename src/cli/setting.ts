import { resolve } from 'node:path';
import { certificatesIn } from '../api/client/ca.ts';
import { NotFoundError, UsageError } from '../base/errors.ts';
import { hasCredentials, natsUrls } from '../base/nats-url.ts';
import { didYouMean } from '../base/nearest.ts';
import { platformUrl } from '../base/origin.ts';
import { withFlagName } from '../base/parsers.ts';
import { mask, maskUrls } from '../base/secrets.ts';
import type { ValueOrigin } from '../base/value-origin.ts';
import { registryPlace, splitMapping } from '../modules/address/registry-setting.ts';
import type { Context } from './context.ts';
import type { Settings } from './settings/resolve.ts';
import { parseSetting } from './settings/sources.ts';
import { registriesIn, type SettingKey, settingKeys } from './settings/table.ts';

/**
 * Returns the setting with a name.
 * @param others the command to use instead, for some names other than those of settings
 * @throws {UsageError} with a suggestion
 */
export function settingNamed(typed: string, others: Readonly<Record<string, string>>): SettingKey {
  const setting = settingKeys.find((key) => key === typed);
  if (setting) return setting;
  if (Object.hasOwn(others, typed)) throw new UsageError(`${typed} is not a setting.`, { hint: others[typed] });
  throw new UsageError(`Unknown setting "${typed}".`, {
    hint: didYouMean(typed, settingKeys) ?? `Settings: ${settingKeys.join(', ')}`,
  });
}

type Deps = Pick<Context, 'host' | 'settings'>;

const natsFiles = settingKeys.filter((key) => /^nats-.*-file$/.test(key));

/** Parses the NATS servers of a setting. @throws {UsageError} naming the setting or where its value comes from */
export function storedNatsUrls(text: string, source = 'nats'): URL[] {
  return withFlagName(source, () => natsUrls(text));
}

/** Functions that check a value beyond its syntax, and return the form in which it is stored. Most settings have none. */
const storedForms: { [K in SettingKey]?: (text: string, deps: Deps) => string } = {
  address: (text, { settings }) =>
    platformUrl(text, { source: 'The address', insecureHttp: settings.insecureHttp }).href,
  registry: (text, { settings }) => checkedRegistries(registriesIn(text), settings.insecureHttp),
  'ca-file': (text, { host }) => {
    const path = resolve(host.cwd, text);
    certificatesIn(path, 'to be stored');
    return path;
  },
  nats(text) {
    if (!storedNatsUrls(text).some(hasCredentials)) return text;
    throw new UsageError('nats: the URL must not contain credentials, because other users can see them here.', {
      hint: 'Specify the URL in SVC_NATS, or store a file: svc config set nats-creds-file PATH',
    });
  },
  ...Object.fromEntries(natsFiles.map((key) => [key, (text: string, { host }: Deps) => resolve(host.cwd, text)])),
  organization(text) {
    if (/^[^\s\p{C}]+$/u.test(text)) return text;
    throw new UsageError('organization: an organization name cannot contain spaces.');
  },
};

/** Returns the stored form of a parsed value. @throws {UsageError} naming the setting */
export function storedForm(key: SettingKey, text: string, deps: Deps): string {
  return storedForms[key]?.(text, deps) ?? text;
}

/** Parses a text and returns its stored form. @throws {UsageError} naming the setting */
export function checkedSetting(key: SettingKey, text: string, deps: Deps): string {
  withFlagName(key, () => parseSetting(key, text));
  return storedForm(key, text, deps);
}

/** Checks mappings of registries and returns their stored form. Only one registry may be for addresses without a host. */
function checkedRegistries(texts: readonly string[], insecureHttp: boolean): string {
  const mappings = texts.map(splitMapping);
  for (const { place } of mappings) registryPlace(place, 'to be stored', insecureHttp);
  const [first, second] = mappings.flatMap(({ host, place }) => (host ? [] : [place]));
  if (second !== undefined) {
    throw new UsageError(`registry: ${first} and ${second} both apply to addresses without a host.`, {
      hint: 'Use only one of them, or map a host with HOST=URL.',
    });
  }
  return texts.join(',');
}

/** Formats a value for display. A password in an address is masked, even if the address is invalid. */
export function shownSetting(value: string): string {
  const at = value.lastIndexOf('@');
  if (at < 0 || (URL.canParse(value) && /^https?:/i.test(value) && !new URL(value).username)) return maskUrls(value);
  const slashes = value.indexOf('//');
  const start = slashes >= 0 && slashes < at ? slashes + 2 : 0;
  return `${value.slice(0, start)}${mask}${value.slice(at)}`;
}

/** Returns the current profile. @throws {UsageError} if a flag or a variable names a profile that does not exist */
export function profileInUse(settings: Settings): string {
  const missing = settings.missingProfile();
  if (missing) throw missing;
  return settings.profile().value;
}

/** Returns whether the value comes from a flag or a variable of this run. */
export function isRequested({ kind }: ValueOrigin): boolean {
  return kind === 'flag' || kind === 'environment';
}

/** Checks the name of a new profile. An existing profile may have any name. @throws {UsageError} for an invalid name */
export function newProfileName(settings: Settings, name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name) || settings.config().profiles[name] !== undefined) return name;
  throw new UsageError(`Invalid profile name "${name}".`, {
    hint: 'Use up to 64 letters, digits, dots, hyphens and underscores, starting with a letter or a digit.',
  });
}

/** Returns the typed name of a profile; prompts if none was typed. @throws {UsageError} with a suggestion, for a profile that does not exist */
export async function profileNamed(
  typed: string | undefined,
  { ask, settings }: Pick<Context, 'ask' | 'settings'>,
): Promise<string> {
  if (typed === undefined) ask.require(['<profile>']);
  const profileNames = Object.keys(settings.config().profiles);
  if (typed === undefined && profileNames.length === 0)
    throw new NotFoundError('No profiles.', { hint: 'To create one: svc profile create' });
  const name = await ask.argument(typed, ['Profile', 'profile'], profileNames);
  requireProfile(settings, name);
  return name;
}

/** @throws {UsageError} with a suggestion, for a profile that does not exist */
export function requireProfile(settings: Settings, name: string): void {
  const names = Object.keys(settings.config().profiles);
  if (names.includes(name)) return;
  throw new UsageError(`No profile "${name}".`, {
    hint: didYouMean(name, names) ?? `List profiles with svc profile list, or create it: svc profile create ${name}`,
  });
}
