import { account } from '../contract/platform/account.ts';
import { organizations } from '../contract/platform/organizations.ts';
import { AuthError } from '../errors.ts';
import type { Kind } from './kind.ts';
import type { Service } from './service.ts';

/**
 * Checks before the first write that the token may make the changes, as far as the service tells.
 * @throws {AuthError} naming the parts and what they require
 */
export async function requireAccess(changed: readonly Kind[], organization: string, service: Service): Promise<void> {
  const partsOf = (writer: Kind['writer']) => changed.filter((kind) => kind.writer === writer).map(({ name }) => name);
  const [ofSite, ofOwners] = [partsOf('site-admin'), partsOf('organization-owner')];
  if (ofSite.length > 0) {
    const { data } = await service.call(account.details, {});
    if (data.attributes['is-admin'] === false) throw denied(ofSite, "a site administrator's token");
  }
  if (ofOwners.length > 0) {
    const { data } = await service.call(organizations.show, { organization_name: organization });
    const { permissions = {} } = data.attributes as { permissions?: Record<string, unknown> };
    const without = ofOwners.filter((part) => isWithout(permissions, [...(permissionsOf[part] ?? []), 'can-update']));
    if (without.length > 0) throw denied(without, `a token of an owner of ${organization}`);
  }
}

/** assumed: the permissions that allow a part to callers who do not own the organization (docs/protocol/lookups.md#organizations). */
const permissionsOf: Readonly<Record<string, readonly string[]>> = {
  subscription: ['can-manage-subscription'],
  'agent-pools': ['can-update-agent-pools'],
  'oauth-clients': ['can-update-oauth'],
  teams: ['can-manage-users', 'can-manage-memberships'],
};

/** Whether the service sends one of these permissions, and grants none that it sends. */
function isWithout(permissions: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  const sent = names.flatMap((name) => permissions[name] ?? []);
  return sent.length > 0 && sent.every((permission) => permission === false);
}

function denied(parts: readonly string[], required: string): AuthError {
  return new AuthError(`You can't change ${parts.join(', ')} with this token. This requires ${required}.`, {
    hint: 'Nothing was changed. Remove these parts from the documents, or use another token.',
  });
}
