/** The parts of a site, by their keys, as `--only` names them. */
export const kindNames = [
  'customization',
  'banner',
  'subscription',
  'agent-pools',
  'oauth-clients',
  'teams',
  'notifications',
] as const;
export type KindName = (typeof kindNames)[number];
