import type { User } from '../../api/contract/platform/account.ts';
import { featureSets } from '../../api/contract/platform/feature-sets.ts';
import { type Organization, organizations } from '../../api/contract/platform/organizations.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { related } from '../../api/contract/relationships.ts';
import { AuthError, NotFoundError } from '../../base/errors.ts';
import { evalOf } from '../../base/shell-word.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { announced } from '../../sandbox/note.ts';
import { after, type Finding, ok, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** Checks the effective address, and that the platform responds at it. @throws {SvcError} as any command */
export async function checkPlatform({ call, context, token, user }: Subject): Promise<Finding> {
  const { host, settings } = context;
  const found = settings.knownAddress();
  if (!found) {
    const hasSandbox = announced(host).length > 0;
    throw new Skipped('No address is set.', hasSandbox ? evalOf('svc sandbox env', host.shell) : 'svc login HOST');
  }
  const responds = ok(`${found.value.href} (${found.origin}) responds.`);
  try {
    await (hasToken({ token }) ? user() : call(ping.show, {}));
  } catch (error) {
    // The platform responded. Another check covers the token, and a platform may lack the ping endpoint.
    if (!(error instanceof AuthError || error instanceof NotFoundError)) throw error;
  }
  return responds;
}

function hasToken({ token }: Pick<Subject, 'token'>): boolean {
  return unlessThrown(() => token() !== undefined) ?? false;
}

/** Checks the effective token, and reports its owner and its permissions. @throws {AuthError} for a rejected token */
export async function checkToken({ token, user }: Subject): Promise<Finding> {
  const { origin } = token();
  try {
    return userFinding(await user(), String(origin));
  } catch (error) {
    if (error instanceof AuthError || error instanceof NotFoundError) throw error;
    return after('platform', Promise.reject(error));
  }
}

function userFinding(user: User, origin: string): Finding {
  const { 'is-admin': isAdmin, username } = user.attributes;
  const who = printable(username ?? user.id);
  const owner = tokenOwner(user);
  if (owner === 'teams') {
    const cannot = 'cannot change teams, OAuth clients, agent pools, the site or an account';
    return warning(`Token of a team (${who}, ${origin}); it ${cannot}.`, 'For these, use the token of a user.');
  }
  if (owner === 'organizations') {
    return ok(`Token of an organization (${who}, ${origin}): as its owner, but not for the site or an account.`);
  }
  if (isAdmin) return ok(`Token of ${who}, a site administrator (${origin}): may do everything.`);
  return ok(`Token of ${who} (${origin}): may do what the user may; banners and the site require an administrator.`);
}

/**
 * Checks the default organization, and the token's permissions in it. @throws {NotFoundError} for an organization that this token
 * cannot see
 */
export async function checkOrganization({ call, context, token, user }: Subject): Promise<Finding> {
  const found = context.settings.lookup('organization');
  if (found === undefined) throw new Skipped('No default organization.');
  if (!hasToken({ token })) throw new Skipped('Not checked: no valid token.');
  await after('token', user());
  const [input, what] = [{ organization_name: found.value }, `${found.value} (${found.origin})`];
  const shown = await call(organizations.show, input).catch(async (error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    // The specification has no request for an organization, but one for its feature sets.
    const other = await call(featureSets.ofOrganization, input).catch((reason: unknown) => reason);
    if (other instanceof NotFoundError) throw error;
  });
  if (!shown) return warning(`${what}: the service does not show the rights of the token there.`, undefined);
  return ok(`${what}: the token has the rights of ${isOwner(shown.data) ? 'an owner' : 'a member'}.`);
}

/**
 * Returns whether the user owns the organization. assumed: `can-update` is the permission of owners
 * (docs/protocol/lookups.md#organizations).
 */
function isOwner({ attributes }: Organization): boolean {
  const { permissions } = attributes as { permissions?: { 'can-update'?: unknown } };
  return permissions?.['can-update'] === true;
}

/** Returns the kind of token, such as `teams`. assumed: `authenticated-resource` names it (docs/protocol/account.md#assumed). */
function tokenOwner(user: User): unknown {
  return related(user, 'authenticated-resource')?.[0]?.type;
}
