import { featureSets } from '../../api/contract/platform/feature-sets.ts';
import { type Organization, organizations } from '../../api/contract/platform/organizations.ts';
import { ping } from '../../api/contract/platform/ping.ts';
import { AuthError, NotFoundError, UsageError } from '../../base/errors.ts';
import { evalOf } from '../../base/shell-word.ts';
import { tokenRights } from '../../cli/user.ts';
import { runningSandboxes } from '../../sandbox/note.ts';
import { type Finding, ok, resultAfter, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** Checks the effective address, and that a platform responds at it. @throws {SvcError} if none does */
export async function checkPlatform(subject: Subject): Promise<Finding> {
  const { host, settings } = subject.context;
  const address = settings.knownAddress();
  if (!address) {
    const hasSandbox = runningSandboxes(host).length > 0;
    const hint = hasSandbox ? evalOf('svc sandbox env', host.shell) : 'svc login HOST';
    throw new UsageError('No address is set.', { hint });
  }
  const responds = ok(`${address.value.href} (${address.origin}) responds.`);
  try {
    await (subject.hasToken() ? subject.user() : subject.call(ping.show, {}));
  } catch (error) {
    // The platform responded, so the address is right: another check covers the token, and a platform may lack the ping endpoint.
    if (!(error instanceof AuthError || error instanceof NotFoundError)) throw error;
  }
  return responds;
}

/** Checks the effective token, and reports its owner and its permissions. @throws {AuthError} for a rejected token */
export async function checkToken(subject: Subject): Promise<Finding> {
  const { origin } = subject.token();
  try {
    const { isLimited, sentence } = tokenRights(await subject.user(), origin);
    return isLimited ? warning(sentence, 'For these, use the token of a user.') : ok(sentence);
  } catch (error) {
    if (error instanceof AuthError || error instanceof NotFoundError) throw error;
    return resultAfter('platform', Promise.reject(error));
  }
}

/**
 * Checks the default organization, and the token's permissions in it. @throws {NotFoundError} for an organization that this token
 * cannot see
 */
export async function checkOrganization(subject: Subject): Promise<Finding> {
  const organization = subject.context.settings.lookup('organization');
  if (organization === undefined) throw new Skipped('No default organization.');
  if (!subject.hasToken()) throw new Skipped('Not checked: no valid token.');
  await resultAfter('token', checkToken(subject));
  const [input, what] = [{ organization_name: organization.value }, `${organization.value} (${organization.origin})`];
  const shown = await subject.call(organizations.show, input).catch(async (error: unknown) => {
    if (!(error instanceof NotFoundError)) throw error;
    // The specification has a request for an organization's feature sets, but none for the organization itself.
    const featureSetReply = await subject.call(featureSets.ofOrganization, input).catch((reason: unknown) => reason);
    if (featureSetReply instanceof NotFoundError) throw error;
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
