import { UsageError } from '../../base/errors.ts';
import type { OauthClientDraft } from '../../contract/platform/oauth-clients.ts';

/** The flags of a new client. */
export interface DraftFlags {
  serviceProvider?: string;
  name?: string;
  httpUrl?: string;
  apiUrl?: string;
  oauthTokenStringFile?: string;
  oauthTokenStringEnv?: string;
  privateKeyFile?: string;
  privateKeyEnv?: string;
  set?: string[];
}

/** The attributes of a new client. */
export function draftOf(answers: DraftFlags & { oauthTokenString?: string; privateKey?: string }): OauthClientDraft {
  const given = {
    'service-provider': answers.serviceProvider,
    name: answers.name,
    'http-url': answers.httpUrl,
    'api-url': answers.apiUrl,
    'oauth-token-string': answers.oauthTokenString,
    'private-key': answers.privateKey,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as OauthClientDraft;
}

/** @throws {UsageError} if both secrets are read from stdin */
export function rejectTwoFromStdin({ oauthTokenStringFile, privateKeyFile }: DraftFlags): void {
  if (oauthTokenStringFile === '-' && privateKeyFile === '-') {
    throw new UsageError('--oauth-token-string-file and --private-key-file cannot both read stdin.');
  }
}
