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
    // assumed: permissions tell whether the caller owns the organization (docs/protocol/lookups.md#organizations).
    const { permissions } = data.attributes as { permissions?: Record<string, unknown> };
    if (permissions?.['can-update'] === false) throw denied(ofOwners, `a token of an owner of ${organization}`);
  }
}

function denied(parts: readonly string[], required: string): AuthError {
  return new AuthError(`You can't change ${parts.join(', ')} with this token. This requires ${required}.`, {
    hint: 'Nothing was changed. Remove these parts from the documents, or use another token.',
  });
}
