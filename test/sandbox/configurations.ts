import type { sandboxPerTest } from './service.ts';

const token = 'sandbox-owner-token';

/** The path of the first workspace's configurations. */
export const collection = '/workspaces/ws-R5hTn2KxPd8WqL4v/notification-configurations';
export const workspace = 'ws-R5hTn2KxPd8WqL4v';

export const max = 'user-E9kPx3GhUa7VsD2r';
export const nell = 'user-B5jLt8YcRo4MzF6w';
/** Only invited. */
export const ivo = 'user-K2dWn7QvSi1XhE9g';

/** The relationships of a configuration with these receivers. */
export const usersOf = (ids: readonly string[]) => ({ users: { data: ids.map((id) => ({ id, type: 'users' })) } });

/** The operations on notification configurations by an owner, with the values of a test. */
export function configurations(service: Pick<ReturnType<typeof sandboxPerTest>, 'api' | 'control'>) {
  const one = (id: string) => `/notification-configurations/${id}`;
  return {
    create: (attributes: Record<string, unknown>, relationships?: unknown, type = 'notification-configurations') => {
      const all = { name: 'Hook', 'destination-type': 'generic', ...attributes };
      return service.api('POST', collection, { token, body: { data: { type, attributes: all, relationships } } });
    },
    patch: (id: string, attributes: unknown, relationships?: unknown) =>
      service.api('PATCH', one(id), {
        token,
        body: { data: { type: 'notification-configurations', attributes, relationships } },
      }),
    show: async (id: string) => (await service.api('GET', one(id), { token })).json.data,
    verify: (id: string) => service.api('POST', `${one(id)}/actions/verify`, { token }),
    remove: (id: string) => service.api('DELETE', one(id), { token }),
    all: async () => (await service.api('GET', collection, { token })).json.data,
    mails: async () => (await service.control('GET', '/outbox')).json.mails,
  };
}
