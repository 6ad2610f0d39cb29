import { UsageError } from '../../base/errors.ts';
import type { OauthClientPatch } from '../../contract/platform/oauth-clients.ts';
import type { Ask } from '../../terminal/ask.ts';

interface PatchFlags {
  serviceProvider?: string;
  name?: string;
  clearName?: boolean;
  httpUrl?: string;
  apiUrl?: string;
  key?: string;
  clearKey?: boolean;
  secretFile?: string;
  secretEnv?: string;
}

/**
 * The attributes given by flags. Without flags, prompts for the secret.
 * @throws {UsageError} without flags and without a terminal
 */
export async function patchOf(flags: PatchFlags, ask: Ask): Promise<OauthClientPatch> {
  const { apiUrl, clearKey, clearName, httpUrl, key, name, secretEnv, secretFile, serviceProvider } = flags;
  const nothing = Object.keys(flags).length === 0;
  if (nothing && !ask.canAsk()) {
    throw new UsageError('No changes given.', { hint: 'svc oauth-client update --help' });
  }
  const secret =
    nothing || secretFile !== undefined || secretEnv !== undefined
      ? await ask.secret('OAuth client secret', { flag: '--secret', file: secretFile, env: secretEnv })
      : undefined;
  const given = {
    'service-provider': serviceProvider,
    name: clearName ? null : name,
    'http-url': httpUrl,
    'api-url': apiUrl,
    key: clearKey ? null : key,
    secret,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
