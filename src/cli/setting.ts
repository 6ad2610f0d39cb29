import { resolve } from 'node:path';
import { certificatesIn } from '../client/ca.ts';
import { UsageError } from '../errors.ts';
import { registryPlace, splitMapping } from '../module/address/registry-setting.ts';
import { didYouMean } from '../nearest.ts';
import { platformUrl } from '../origin.ts';
import { about } from '../parsers.ts';
import { mask, maskUrls } from '../secrets.ts';
import type { Settings } from '../settings/resolve.ts';
import { parsed } from '../settings/sources.ts';
import { registriesIn, type SettingKey, settingKeys } from '../settings/table.ts';
import type { Context } from './context.ts';

/** The setting of a name. @throws {UsageError} with the one that was probably meant */
export function settingNamed(typed: string): SettingKey {
  const found = settingKeys.find((key) => key === typed);
  if (found) return found;
  throw new UsageError(`There is no setting "${typed}".`, {
    hint: didYouMean(typed, settingKeys) ?? `The settings are ${settingKeys.join(', ')}.`,
  });
}

type Parts = Pick<Context, 'host' | 'settings'>;

/** How some values are stored, after checks that reach beyond the text. */
const storedForms: { [K in SettingKey]?: (text: string, parts: Parts) => string } = {
  address: (text, { settings }) =>
    platformUrl(text, { source: 'The address', insecureHttp: settings.insecureHttp }).href,
  registry: (text, { settings }) => checkedRegistries(registriesIn(text), settings.insecureHttp),
  'ca-file': (text, { host }) => {
    const path = resolve(host.cwd, text);
    certificatesIn(path, 'to be stored');
    return path;
  },
  organization(text) {
    if (/^[^\s\p{C}]+$/u.test(text)) return text;
    throw new UsageError('organization: the name of an organization has no blanks.');
  },
};

/** A value as it is stored, once its parser took it. @throws {UsageError} naming the setting */
export function storedForm(key: SettingKey, text: string, parts: Parts): string {
  return storedForms[key]?.(text, parts) ?? text;
}

/** The same for a text that nobody parsed yet. @throws {UsageError} naming the setting */
export function checkedSetting(key: SettingKey, text: string, parts: Parts): string {
  try {
    parsed(key, text);
  } catch (error) {
    throw error instanceof UsageError ? about(key, error) : error;
  }
  return storedForm(key, text, parts);
}

/** Several mappings, and one registry for addresses without a host. */
function checkedRegistries(texts: readonly string[], insecureHttp: boolean): string {
  const mappings = texts.map(splitMapping);
  for (const { place } of mappings) registryPlace(place, 'to be stored', insecureHttp);
  const [first, second] = mappings.flatMap(({ host, place }) => (host ? [] : [place]));
  if (second !== undefined) {
    throw new UsageError(`registry: ${first} and ${second} are both for addresses without a host.`, {
      hint: 'Keep one of them, or write HOST=URL to map a host.',
    });
  }
  return texts.join(',');
}

/** A value as it may be shown: an address may hold a password that it should not, however broken it is. */
export function shownSetting(value: string): string {
  const at = value.lastIndexOf('@');
  if (at < 0 || (URL.canParse(value) && /^https?:/i.test(value) && !new URL(value).username)) return maskUrls(value);
  const slashes = value.indexOf('//');
  const start = slashes >= 0 && slashes < at ? slashes + 2 : 0;
  return `${value.slice(0, start)}${mask}${value.slice(at)}`;
}

/** The profile in use. @throws {UsageError} when it was asked for by name and is not there */
export function profileInUse(settings: Settings): string {
  const { value, origin } = settings.profile();
  if (origin !== 'default') requireProfile(settings, value, origin);
  return value;
}

/** @throws {UsageError} when a profile was asked for by a flag or the environment and is not there */
export function requireProfileAsked(settings: Settings): void {
  const { value, origin } = settings.profile();
  if (/^(flag|environment) /.test(origin)) requireProfile(settings, value, origin);
}

/**
 * The name of a profile that is to be made. One that is there already may bear any name.
 * @throws {UsageError} for a name that is none
 */
export function newProfileName(settings: Settings, name: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(name) || settings.profiles()[name] !== undefined) return name;
  throw new UsageError(`"${name}" is no name for a profile.`, {
    hint: 'It is made of letters, digits, dots, hyphens and underscores, begins with a letter or a digit, and has at most 64 of them.',
  });
}

/** @throws {UsageError} with the profile that was probably meant, when there is none of this name */
export function requireProfile(settings: Settings, name: string, origin?: string): void {
  const known = Object.keys(settings.profiles());
  if (known.includes(name)) return;
  throw new UsageError(`There is no profile "${name}"${origin === undefined ? '' : ` (${origin})`}.`, {
    hint: didYouMean(name, known) ?? `svc profile list, or svc profile create ${name}`,
  });
}
