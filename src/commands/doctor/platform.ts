import { announcedElsewhere } from '../../cli/sandbox-notes.ts';
import { editionIn } from '../../cli/site-service.ts';
import type { User } from '../../contract/platform/account.ts';
import { type Organization, organizations } from '../../contract/platform/organizations.ts';
import { AuthError, NetworkError, NotFoundError, ProtocolError, SvcError, UsageError } from '../../errors.ts';
import { isLoopback } from '../../origin.ts';
import { evalOf, type ShellLanguage } from '../../shell-word.ts';
import { printable } from '../../terminal/printable.ts';
import { openConnection } from './connection.ts';
import { addressOver, changeOf, clockFix, longerFix, sandboxFix, tokenFix } from './fixes.ts';
import { after, type Finding, failed, ok, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

const mostClockDifferenceMs = 60_000;

/** Whether the address is that of a platform. */
export async function checkApi(subject: Subject): Promise<Finding> {
  const { host } = subject.address().value;
  try {
    await subject.platform().heard();
    return ok(`${host} responds.`);
  } catch (error) {
    if (error instanceof NetworkError || error instanceof ProtocolError)
      return failed(error.message, await responseFix(error, subject));
    throw error;
  }
}

/** The clock of this machine against the Date header of the platform. */
export async function checkClock({ address, platform }: Subject): Promise<Finding> {
  const { at, headers } = await after('api', platform().heard());
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) throw new Skipped('The responses have no Date header.');
  const ms = at.getTime() - date;
  const { host } = address().value;
  if (Math.abs(ms) <= mostClockDifferenceMs) return ok(`Within a minute of ${host}.`);
  return warning(`This machine is ${timeText(Math.abs(ms))} ${ms > 0 ? 'ahead of' : 'behind'} ${host}.`, clockFix);
}

function timeText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

/** The edition of the platform (docs/protocol/conventions.md#editions). */
export async function checkEdition({ address, context, platform }: Subject): Promise<Finding> {
  const edition = editionIn((await after('api', platform().heard())).headers);
  if (edition === undefined) throw new Skipped('The platform does not name its edition.');
  if (edition === 'self-hosted') return ok('self-hosted, without subscriptions and feature sets.');
  return warning(
    'hosted: svc banner and some settings of svc customization require the self-hosted edition.',
    changeOf('address', address().origin, 'URL', context.host.shell),
  );
}

/** The token in force, whose it is, and what it may do. */
export async function checkToken(subject: Subject): Promise<Finding> {
  const { address, context, platform } = subject;
  const { value: url } = address();
  const { shell } = context.host;
  let token: { origin: string };
  try {
    token = platform().token();
  } catch (error) {
    if (error instanceof UsageError) {
      const origin = context.credentials.fromEnvironment(url.origin)?.origin ?? '';
      return failed(error.message, tokenFix(origin, url, shell));
    }
    if (!(error instanceof Skipped)) throw error;
    throw new Skipped(error.message, sandboxFix(context, url) ?? `svc login ${url.origin}`);
  }
  try {
    return userFinding(await platform().user(), token.origin, url, shell);
  } catch (error) {
    if (error instanceof AuthError) {
      const fix = sandboxFix(context, url) ?? tokenFix(token.origin, url, shell);
      return failed(`${error.message} It came from ${token.origin}.`, fix);
    }
    if (error instanceof NetworkError || error instanceof NotFoundError || error instanceof ProtocolError) {
      return failed(error.message, await responseFix(error, subject));
    }
    throw error;
  }
}

/** What to type for a server that does not respond as the platform. */
async function responseFix(error: SvcError, subject: Subject): Promise<string> {
  const { address, limitMs } = subject;
  const { host } = subject.context;
  const { origin, value: url } = address();
  if ('timedOut' in error && error.timedOut === true) return longerFix(limitMs);
  if (error instanceof NetworkError && (await speaksTls(url, subject)))
    return addressOver('https:', { origin, url }, host.shell);
  if (isLoopback(url.hostname) && announcedElsewhere(url.origin, host)) return evalOf('svc sandbox env', host.shell);
  return changeOf('address', origin, url.pathname === '/api/v2' ? 'URL' : url.origin, host.shell);
}

/** Whether a server that is addressed with http speaks TLS, with any certificate. */
async function speaksTls({ href, protocol }: URL, { context, limitMs }: Subject): Promise<boolean> {
  if (protocol !== 'http:') return false;
  const connection = openConnection(new URL(href.replace(/^http:/, 'https:')), context, limitMs);
  try {
    return (await connection.session()) !== undefined;
  } catch (error) {
    if (error instanceof SvcError || error instanceof Skipped) return false;
    throw error;
  } finally {
    connection.close();
  }
}

function userFinding(user: User, origin: string, url: URL, shell: ShellLanguage): Finding {
  const { 'is-admin': isAdmin, username } = user.attributes;
  const who = printable(username ?? user.id);
  const owner = tokenOwner(user);
  if (owner === 'teams') {
    const cannot = 'cannot change teams, OAuth clients, agent pools, the site or an account';
    return warning(`Token of a team (${who}, ${origin}); it ${cannot}.`, tokenFix(origin, url, shell));
  }
  if (owner === 'organizations') {
    return ok(`Token of an organization (${who}, ${origin}): as its owner, but not for the site or an account.`);
  }
  if (isAdmin) return ok(`Token of ${who}, a site administrator (${origin}): may do everything.`);
  return ok(`Token of ${who} (${origin}): may do what the user may; banners and the site require an administrator.`);
}

/** The default organization, and what the token may do in it. */
export async function checkOrganization({ context, platform }: Subject): Promise<Finding> {
  const found = context.settings.organization();
  if (found === undefined) throw new Skipped('No default organization.', 'svc config set organization NAME');
  platform().token();
  await after('token', platform().user());
  try {
    const { data } = await platform().call(organizations.show, { organization_name: found.value });
    return ok(
      `${found.value} (${found.origin}): the token has the rights of ${isOwner(data) ? 'an owner' : 'a member'}.`,
    );
  } catch (error) {
    if (!(error instanceof NotFoundError || error instanceof AuthError)) throw error;
    return failed(`No organization ${found.value} (${found.origin}) for this token.`, 'svc organization list');
  }
}

/** assumed: `can-update` is the permission of owners (docs/protocol/lookups.md#organizations). */
function isOwner({ attributes }: Organization): boolean {
  const { permissions } = attributes as { permissions?: { 'can-update'?: unknown } };
  return permissions?.['can-update'] === true;
}

/** assumed: `authenticated-resource` tells the kind of token, such as `teams` (docs/protocol/account.md#assumed). */
function tokenOwner({ relationships }: User): unknown {
  return (relationships?.['authenticated-resource'] as { data?: { type?: unknown } | null } | undefined)?.data?.type;
}
