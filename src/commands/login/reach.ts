import type { Client } from '../../api/client/client.ts';
import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { account, type User } from '../../api/contract/platform/account.ts';
import { AuthError, NotFoundError, ProtocolError, RejectedError, type SvcError } from '../../base/errors.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import type { Context } from '../../cli/context.ts';

/**
 * Checks that the address is that of a platform, with a request without a token: no token may reach another server.
 * @throws {ProtocolError} for another server; {SvcError} if it does not respond
 */
export async function reachPlatform(address: URL, client: Client): Promise<void> {
  const options = { accept: jsonApiMediaType, anonymous: true };
  await client.call(address, account.details, {}, options).catch((error: SvcError) => {
    const { body, errors, status } = error;
    const isOther = [AuthError, NotFoundError, ProtocolError, RejectedError].some((type) => error instanceof type);
    if (!isOther) throw error;
    // Without a token a platform responds 401 or 404. A 401 may have no body, other errors have a document.
    if (status === 401 ? body !== 'other' : body === 'json' && errors.length > 0) return;
    const hint = error.hint ?? 'Check the address: it may be another host, a login page or a proxy.';
    throw new ProtocolError(`${address.host} is not an svc platform.`, { ...error, cause: error, hint });
  });
}

/** assumed: the page where people create tokens (docs/protocol/account.md#assumed); undefined if the platform has none. */
export async function tokensPage({ origin }: URL, client: Client): Promise<string | undefined> {
  const page = `${origin}/app/settings/tokens`;
  const options = { anonymous: true, redirects: 0, retries: 0, signal: AbortSignal.timeout(3_000) };
  const { status = 404 } = await client
    .send('GET', new URL(page), undefined, options)
    .catch((error: SvcError) => error);
  // A page of users redirects to their login, or answers 401.
  return status < 404 ? page : undefined;
}

/** The token of the platform that accepts it, and its user; prompts again for one that was typed. @throws {AuthError} */
export async function acceptedToken(
  address: URL,
  { tokenEnv, tokenFile }: { tokenFile?: string | undefined; tokenEnv?: string | undefined },
  client: Client,
  { ask, credentials }: Pick<Context, 'ask' | 'credentials'>,
): Promise<{ token: string; data: User }> {
  const isTyped = tokenFile === undefined && tokenEnv === undefined;
  const from = isTyped
    ? new ValueOrigin('entered', '', 'just entered')
    : tokenEnv === undefined
      ? new ValueOrigin('file', tokenFile ?? '', tokenFile === '-' ? 'stdin' : `file ${tokenFile}`)
      : new ValueOrigin('environment', tokenEnv);
  for (;;) {
    const source = { flag: '--token', file: tokenFile, env: tokenEnv };
    const token = (await ask.secret(`Token for ${address.host}`, source)).trim();
    credentials.use(address.origin, token, from);
    try {
      const { data } = await client.call(address, account.details, {}, { accept: jsonApiMediaType });
      return { token, data };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const message = `${address.host} rejected this token.`;
      if (!isTyped) throw new AuthError(message, error);
      ask.complain(message);
    }
  }
}
