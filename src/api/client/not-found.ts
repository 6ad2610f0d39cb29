import { NotFoundError, RejectedError } from '../../base/errors.ts';
import { accessWords } from '../contract/access.ts';
import type { Endpoint } from '../contract/endpoint.ts';

/**
 * Returns the error of a call; for a 404, with the possible causes: no access, an operation of the other edition only
 * (docs/protocol/conventions.md#errors), or a configured address whose path is not the API's.
 * @param seen the ids of all resources that this run has read
 */
export function withCauses(
  error: unknown,
  { access, assumed, does, edition, method, path }: Endpoint,
  base: URL,
  input: object,
  seen: ReadonlySet<unknown>,
): unknown {
  if (assumed && error instanceof RejectedError && error.status === 405)
    return new RejectedError(`The service cannot ${does}: it does not have this operation.`, { ...error });
  if (!(error instanceof NotFoundError) || (access === 'anyone' && edition === 'both')) return error;
  const permission = /^requires (.+)/.exec(accessWords[access])?.slice(1) ?? [];
  const required = [...permission, ...(edition === 'both' ? [] : [`the ${edition} edition`])];
  const requires = required.length === 0 ? '' : ` This requires ${required.join(', on ')}.`;
  const [resourceName, id] = resourceNamed(does, path, input);
  const api = new URL('/api/v2', base);
  const isOtherPath = base.pathname !== api.pathname;
  const isName = /^(?!\/account).*:id\b/.test(path) && !/^[a-z]+-\w/.test((input as { id?: string }).id ?? '');
  const hint = isOtherPath
    ? `Check the path of the address, which is usually ${api}`
    : isName
      ? `This takes an id, which ${idSources[path.split('/')[1] ?? ''] ?? 'the list shows beside the name.'}`
      : assumed && 'If the list shows it, the service may not have this operation, which its documents do not show.';
  let { message } = error;
  if (isOtherPath && (!resourceName || error.errors.length === 0)) message = `No API at ${base}.`;
  else if (permission.length === 0 && requires) message = `Only the ${edition} edition can ${does}.`;
  else if (resourceName)
    message = `${method !== 'GET' && seen.has(id) ? `Found ${resourceName}, but it is gone now, or` : `No ${resourceName}, or`} you can't ${does.replace(/\bthis .+/, 'it')} with this token.${requires}`;
  else if (requires) message = `You can't ${does} with this token.${requires}`;
  const prefix = lookupPrefixes[path.split('/')[3] ?? ''];
  if (prefix && !isOtherPath) message += ` This service may have no such lookup: use the id (${prefix}-…).`;
  return new NotFoundError(message, { ...error, hint });
}

/** The ends of a sentence about where an id is shown, by the first word of the path. */
const idSources: Record<string, string> = {
  admin: 'svc banner list shows for published banners.',
  subscriptions: 'svc organization show shows.',
  'notification-configurations': 'this shows: svc notification list -w WORKSPACE --query NAME',
};

/** The id prefix of each collection that svc looks up by name. The specification shows no such lookup, so a service may lack it. */
const lookupPrefixes: Record<string, string> = { 'organization-memberships': 'user', teams: 'team', workspaces: 'ws' };

/** Returns the resource that a call is about, such as `team team-1`, and its id; nothing if its path has no parameter. */
function resourceNamed(does: string, path: string, input: object): [name?: string, id?: unknown] {
  const segments = path.split('/');
  const position = segments.findLastIndex((word) => word.startsWith(':'));
  if (position < 0) return [];
  const [collection, key = ''] = [segments[position - 1]?.replace(/s$/, ''), segments[position]?.slice(1)];
  const { organization_name: organization, [key]: name } = input as Record<string, unknown>;
  const place = organization === undefined || key === 'organization_name' ? '' : ` in ${organization}`;
  return [`${/\bthis (.+)/.exec(does)?.[1] ?? collection} ${name}${place}`, name];
}
