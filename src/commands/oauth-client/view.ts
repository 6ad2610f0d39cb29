import type { OauthClient } from '../../contract/platform/oauth-clients.ts';
import type { View } from '../../terminal/view.ts';

export const oauthClientView: View<OauthClient> = {
  columns: [
    { name: 'id', of: ({ id }) => id, fit: 'whole' },
    { name: 'service-provider', of: ({ attributes }) => attributes['service-provider'] },
    // A client without a name is shown with its provider's (docs/protocol/oauth-clients.md#fields).
    { name: 'name', of: ({ attributes }) => attributes.name ?? attributes['service-provider-display-name'] },
    { name: 'http-url', of: ({ attributes }) => attributes['http-url'] },
    { name: 'oauth-tokens', of: (row) => tokenIds(row).join(', ') },
    { name: 'created-at', of: ({ attributes }) => attributes['created-at'], time: true },
    { name: 'api-url', of: ({ attributes }) => attributes['api-url'] },
    { name: 'service-provider-display-name', of: ({ attributes }) => attributes['service-provider-display-name'] },
    { name: 'key', of: ({ attributes }) => attributes.key },
    { name: 'callback-url', of: ({ attributes }) => attributes['callback-url'] },
    { name: 'connect-path', of: ({ attributes }) => attributes['connect-path'] },
    { name: 'rsa-public-key', of: ({ attributes }) => attributes['rsa-public-key'] },
  ],
};

/** The ids that workspaces use to refer to the client. */
export function tokenIds({ relationships }: OauthClient): unknown[] {
  const { data } = (relationships?.['oauth-tokens'] ?? {}) as { data?: unknown };
  return Array.isArray(data) ? data.map((token: { id?: unknown } | null) => token?.id) : [];
}
