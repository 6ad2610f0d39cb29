import { NotFoundError, RejectedError } from '../../base/errors.ts';
import { accessWords } from '../contract/access.ts';
import type { Endpoint } from '../contract/endpoint.ts';

/**
 * Returns the error of a call; for a 404, with the possible causes: no access, an operation of the other edition only
 * (docs/protocol/conventions.md#errors), or a configured address whose path is not the API's.
 */
export function withCauses(error: unknown, endpoint: Endpoint, base: URL, input: object): unknown {
  const { access, assumed, does, edition } = endpoint;
  if (assumed && error instanceof RejectedError && error.status === 405)
    return new RejectedError(`The service cannot ${does}: it does not have this operation.`, { ...error });
  if (!(error instanceof NotFoundError) || (access === 'anyone' && edition === 'both')) return error;
  const permission = /^requires (.+)/.exec(accessWords[access])?.slice(1) ?? [];
  const required = [...permission, ...(edition === 'both' ? [] : [`the ${edition} edition`])];
  const requires = required.length === 0 ? '' : ` This requires ${required.join(', on ')}.`;
  const resourceName = resourceNamed(endpoint, input);
  const api = new URL('/api/v2', base);
  const isOtherPath = base.pathname !== api.pathname;
  const isName = /^(?!\/account).*:id\b/.test(endpoint.path) && !/^[a-z]+-\w/.test((input as { id?: string }).id ?? '');
  const hint = isOtherPath
    ? `Check the path of the address, which is usually ${api}`
    : isName
      ? `This takes an id, which ${/^\/subscriptions/.test(endpoint.path) ? 'svc organization show shows' : 'the list shows beside the name'}.`
      : assumed && 'If the list shows it, the service may not have this operation, which its documents do not show.';
  let { message } = error;
  if (isOtherPath && (!resourceName || error.errors.length === 0)) message = `No API at ${base}.`;
  else if (permission.length === 0 && requires) message = `Only the ${edition} edition can ${does}.`;
  else if (resourceName)
    message = `No ${resourceName}, or you can't ${does.replace(/\bthis .+/, 'it')} with this token.${requires}`;
  else if (requires) message = `You can't ${does} with this token.${requires}`;
  const id = lookupPrefixes[endpoint.path.split('/')[3] ?? ''];
  if (id && !isOtherPath) message += ` This service may have no such lookup: use the id (${id}-…).`;
  return new NotFoundError(message, { ...error, hint });
}

/** The id prefix of each collection that svc looks up by name. The specification shows no such lookup, so a service may lack it. */
const lookupPrefixes: Record<string, string> = { 'organization-memberships': 'user', teams: 'team', workspaces: 'ws' };

/** Returns the resource that a call is about, such as `team team-1`; undefined if its path has no parameter. */
function resourceNamed({ does, path }: Endpoint, input: object): string | undefined {
  const segments = path.split('/');
  const position = segments.findLastIndex((word) => word.startsWith(':'));
  if (position < 0) return undefined;
  const [collection, key = ''] = [segments[position - 1]?.replace(/s$/, ''), segments[position]?.slice(1)];
  const { organization_name: organization, [key]: name } = input as Record<string, unknown>;
  const place = organization === undefined || key === 'organization_name' ? '' : ` in ${organization}`;
  return `${/\bthis (.+)/.exec(does)?.[1] ?? collection} ${name}${place}`;
}
