import {
  type OauthClientDraft,
  providerWithPrivateKey,
  serviceProviders,
} from '../../contract/platform/oauth-clients.ts';
import { isUrl } from '../../contract/url.ts';
import { UsageError } from '../../errors.ts';
import type { Ask } from '../../terminal/ask.ts';
import { offerFor } from './providers.ts';

interface DraftFlags {
  serviceProvider?: string;
  name?: string;
  httpUrl?: string;
  apiUrl?: string;
  oauthTokenStringFile?: string;
  oauthTokenStringEnv?: string;
  privateKeyFile?: string;
  privateKeyEnv?: string;
}

/**
 * The attributes of a new client; what is missing is asked for, and the optional name too where the provider was.
 * @throws {UsageError} for what is missing with nobody to ask
 */
export async function draftOf(flags: DraftFlags, ask: Ask): Promise<OauthClientDraft> {
  const provider =
    flags.serviceProvider ??
    (await ask.choose('Service provider', serviceProviders, { flag: '--service-provider', initial: 'github' }));
  const offer = offerFor(provider);
  const httpUrl = flags.httpUrl ?? (await askUrl('Homepage of the provider', '--http-url', offer?.httpUrl, ask));
  const apiUrl = flags.apiUrl ?? (await askUrl('Base URL of its API', '--api-url', offer?.apiUrl(httpUrl), ask));
  const isWalk = flags.serviceProvider === undefined && flags.name === undefined;
  const name = isWalk
    ? await ask.text('Name', { flag: '--name', initial: offer?.displayName ?? provider })
    : flags.name;
  const token = await ask.secret('OAuth token string of the provider', {
    flag: '--oauth-token-string',
    file: flags.oauthTokenStringFile,
    env: flags.oauthTokenStringEnv,
  });
  const privateKey = await privateKeyOf(provider, flags, ask);
  return {
    'service-provider': provider as OauthClientDraft['service-provider'],
    ...(name === undefined ? {} : { name }),
    'http-url': httpUrl,
    'api-url': apiUrl,
    'oauth-token-string': token,
    ...(privateKey === undefined ? {} : { 'private-key': privateKey }),
  };
}

/** @throws {UsageError} where stdin would be read twice */
export function refuseTwoFromStdin({ oauthTokenStringFile, privateKeyFile }: DraftFlags): void {
  if (oauthTokenStringFile === '-' && privateKeyFile === '-') {
    throw new UsageError('Only one of the two secrets can come from stdin.');
  }
}

async function askUrl(question: string, flag: string, offered: string | undefined, ask: Ask): Promise<string> {
  const url = await ask.text(question, offered === undefined ? { flag } : { flag, initial: offered });
  if (!isUrl(url, ['http', 'https'])) throw new UsageError(`${flag}: must be an http or https URL`);
  return url;
}

async function privateKeyOf(provider: string, flags: DraftFlags, ask: Ask): Promise<string | undefined> {
  const { privateKeyEnv: env, privateKeyFile } = flags;
  const given = privateKeyFile ?? env;
  if (provider !== providerWithPrivateKey && given === undefined) return undefined;
  const flag = '--private-key';
  const file =
    given === undefined ? await ask.text('File with the SSH private key', { flag: `${flag}-file` }) : privateKeyFile;
  const key = await ask.secret('Private key', { flag, file, env });
  // A secret comes without its line end, and a key without one is none to OpenSSH.
  return key.endsWith('-----') ? `${key}\n` : key;
}
