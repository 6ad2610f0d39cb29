import { providerNames, serviceProviders } from '../../api/contract/platform/oauth-clients.ts';

const below = (path: string) => (httpUrl: string) => `${httpUrl.replace(/(?<!\/)\/+$/, '')}${path}`;

/** Documented URLs of the providers. assumed: svc only suggests them (docs/protocol/oauth-clients.md#assumed). */
const urls: Record<(typeof serviceProviders)[number], { httpUrl?: string; apiUrl(httpUrl: string): string }> = {
  github: { httpUrl: 'https://github.com', apiUrl: () => 'https://api.github.com' },
  github_enterprise: { apiUrl: below('/api/v3') },
  bitbucket_hosted: { httpUrl: 'https://bitbucket.org', apiUrl: () => 'https://api.bitbucket.org/2.0' },
  gitlab_hosted: { httpUrl: 'https://gitlab.com', apiUrl: below('/api/v4') },
  gitlab_community_edition: { apiUrl: below('/api/v4') },
  gitlab_enterprise_edition: { apiUrl: below('/api/v4') },
  ado_server: { apiUrl: below('') },
};

/** Returns the suggestions for a provider; undefined for an unknown one. */
export function offerFor(provider: string) {
  return isKnownProvider(provider) ? { displayName: providerNames[provider], ...urls[provider] } : undefined;
}

export function isKnownProvider(provider: string): provider is (typeof serviceProviders)[number] {
  return serviceProviders.some((known) => known === provider);
}
