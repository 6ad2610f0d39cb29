import { serviceProviders } from '../../api/contract/platform/oauth-clients.ts';

/** Suggested values for a provider. */
interface Offer {
  displayName: string;
  /** Public URL; undefined for a self-hosted provider. */
  httpUrl?: string;
  apiUrl(httpUrl: string): string;
}

const below = (path: string) => (httpUrl: string) => `${httpUrl.replace(/(?<!\/)\/+$/, '')}${path}`;

/** Documented URLs of the providers. assumed: svc only suggests them (docs/protocol/oauth-clients.md#assumed). */
const offers: Record<(typeof serviceProviders)[number], Offer> = {
  github: { displayName: 'GitHub', httpUrl: 'https://github.com', apiUrl: () => 'https://api.github.com' },
  github_enterprise: { displayName: 'GitHub Enterprise', apiUrl: below('/api/v3') },
  bitbucket_hosted: {
    displayName: 'Bitbucket Cloud',
    httpUrl: 'https://bitbucket.org',
    apiUrl: () => 'https://api.bitbucket.org/2.0',
  },
  gitlab_hosted: { displayName: 'GitLab.com', httpUrl: 'https://gitlab.com', apiUrl: below('/api/v4') },
  gitlab_community_edition: { displayName: 'GitLab Community Edition', apiUrl: below('/api/v4') },
  gitlab_enterprise_edition: { displayName: 'GitLab Enterprise Edition', apiUrl: below('/api/v4') },
  ado_server: { displayName: 'Azure DevOps Server', apiUrl: below('') },
};

/** Returns the suggestions for a provider; undefined for an unknown one. */
export function offerFor(provider: string): Offer | undefined {
  return isKnownProvider(provider) ? offers[provider] : undefined;
}

export function isKnownProvider(provider: string): provider is (typeof serviceProviders)[number] {
  return serviceProviders.some((known) => known === provider);
}
