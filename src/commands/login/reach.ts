import type { Client } from '../../api/client/client.ts';
import { jsonApiMediaType } from '../../api/contract/dialect.ts';
import { account, type User } from '../../api/contract/platform/account.ts';
import { AuthError, NotFoundError, ProtocolError, RejectedError, type SvcError } from '../../base/errors.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import type { Context } from '../../cli/context.ts';

/**
 * Checks that a platform responds at the address, with a request without a token: no other server may get the token.
 * @throws {ProtocolError} for another server; {SvcError} if it does not respond
 */
export async function reachPlatform(address: URL, client: Client): Promise<void> {
  const options = { accept: jsonApiMediaType, anonymous: true };
  await client.call(address, account.details, {}, options).catch((error: SvcError) => {
    const { body, errors, status } = error;
    const isOther = [AuthError, NotFoundError, ProtocolError, RejectedError].some((type) => error instanceof type);
    if (!isOther) throw error;
    // Without a token a platform responds with 401 or 404. A 401 may have no body; other errors have a document.
    if (status === 401 ? body !== 'other' : body === 'json' && errors.length > 0) return;
    const hint = error.hint ?? 'Check the address: it may be another host, a login page or a proxy.';
    throw new ProtocolError(`${address.host} is not an svc platform.`, { ...error, cause: error, hint });
  });
}

/**
 * Returns the page on which people create tokens; undefined if the platform has none. assumed: its path
 * (docs/protocol/account.md#assumed).
 */
export async function tokensPage({ origin }: URL, client: Client): Promise<string | undefined> {
  const page = `${origin}/app/settings/tokens`;
  const options = { anonymous: true, redirects: 0, retries: 0, signal: AbortSignal.timeout(3_000) };
  const { status = 404 } = await client
    .send('GET', new URL(page), undefined, options)
    .catch((error: SvcError) => error);
  // The page exists if the platform redirects to its login page, or responds with 401.
  return status < 404 ? page : undefined;
}

/**
 * Reads a token from a file, a variable or a prompt, and sets it for this run.
 * @throws {UsageError} for a token that a header cannot contain
 */
export async function readToken(
  address: URL,
  { tokenEnv: env, tokenFile: file }: { tokenFile?: string | undefined; tokenEnv?: string | undefined },
  { ask, credentials }: Pick<Context, 'ask' | 'credentials'>,
): Promise<string> {
  const ofFile = new ValueOrigin('file', file ?? '', file === '-' ? 'stdin' : `file ${file}`);
  const typed = file === undefined ? new ValueOrigin('entered', '', 'just entered') : ofFile;
  const token = (await ask.secret(`Token for ${address.host}`, { flag: '--token', file, env })).trim();
  credentials.setForRun(address.origin, token, env === undefined ? typed : new ValueOrigin('environment', env));
  return token;
}

/**
 * Returns a token that the platform accepts, and its user. Without a token from a flag, prompts until the platform accepts one.
 * @throws {AuthError} if the platform rejects the token
 */
export async function acceptedToken(
  address: URL,
  given: string | undefined,
  client: Client,
  access: Pick<Context, 'ask' | 'credentials'>,
): Promise<{ token: string; data: User }> {
  for (;;) {
    const token = given ?? (await readToken(address, {}, access));
    try {
      const { data } = await client.call(address, account.details, {}, { accept: jsonApiMediaType });
      return { token, data };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const message = `${address.host} rejected this token.`;
      if (given !== undefined) throw new AuthError(message, error);
      access.ask.showProblem(message);
    }
  }
}
