import type { Access } from '../../api/contract/access.ts';
import { account } from '../../api/contract/platform/account.ts';
import { organizations } from '../../api/contract/platform/organizations.ts';
import { AuthError, NotFoundError, type SvcError, unlessFailed } from '../../base/errors.ts';
import type { Declarable } from '../resources/resource.ts';
import type { Service } from './service.ts';

/**
 * Returns the error for the parts that the token may not change; undefined if it may change all, as far as the service shows
 * permissions.
 */
export async function readOnlyError(
  parts: readonly (Pick<Declarable, 'permissions' | 'update'> & { name: string })[],
  organization: string,
  service: Pick<Service, 'call'>,
): Promise<AuthError | undefined> {
  const writtenBy = (writer: Access) => parts.filter(({ update }) => update.access === writer);
  const [ofSite, ofOwners] = [writtenBy('site-admin'), writtenBy('organization-owner')];
  const lacking: string[] = [];
  const lack = (some: typeof parts, required: string) => {
    const names = some.map(({ name }) => name).join(', ');
    lacking.push(`You can't change ${names} with this token. This requires ${required}.`);
  };
  if (ofSite.length > 0 && (await isSiteAdmin(service)) === false) lack(ofSite, "a site administrator's token");
  if (ofOwners.length > 0) {
    const shown = await unlessFailed(service.call(organizations.show, { organization_name: organization }), isDenied);
    const { permissions = {} } = (shown?.data.attributes ?? {}) as { permissions?: Record<string, unknown> };
    const unwritable = ofOwners.filter((part) => isWithout(permissions, [...(part.permissions ?? []), 'can-update']));
    if (unwritable.length > 0) lack(unwritable, `a token of an owner of ${organization}`);
  }
  const hint = 'Remove these parts from the documents, or use another token.';
  return lacking.length > 0 ? new AuthError(lacking.join(' '), { hint }) : undefined;
}

/** Returns whether an error means that the token has no access. The platform responds with 404 as often as with 403 (docs/protocol/conventions.md#access). */
export function isDenied(error: unknown): error is SvcError {
  if (error instanceof NotFoundError) return error.status === 404;
  return error instanceof AuthError && error.status === 403;
}

/** Returns the error for a part that cannot be read. A 403 or 404 means missing access, unless the whole organization is missing. */
export async function readError(error: SvcError, organization: string, service: Service): Promise<SvcError> {
  if (!isDenied(error) || error instanceof AuthError) return error;
  const missing = organization === '' ? undefined : await missingOrganization(organization, service);
  return missing ?? new AuthError(error.message, error);
}

/** Returns the error about an organization that the token cannot see; undefined if it can. */
export async function missingOrganization(organization: string, service: Service): Promise<SvcError | undefined> {
  try {
    await service.call(organizations.show, { organization_name: organization });
    return undefined;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return new NotFoundError(`No organization ${organization}, or you can't see it with this token.`, error);
  }
}

/** Returns whether the token belongs to a site administrator; undefined if the service does not show it. */
export async function isSiteAdmin(service: Pick<Service, 'call'>): Promise<boolean | undefined> {
  return (await unlessFailed(service.call(account.details, {}), isDenied))?.data.attributes['is-admin'] ?? undefined;
}

/** Returns whether the service sends at least one of these permissions and grants none. */
function isWithout(permissions: Readonly<Record<string, unknown>>, names: readonly string[]): boolean {
  const sent = names.flatMap((name) => permissions[name] ?? []);
  return sent.length > 0 && sent.every((permission) => permission === false);
}
