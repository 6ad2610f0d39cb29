import type { Kind } from '../kind.ts';
import { agentPoolKind } from './agent-pools.ts';
import { bannerKind } from './banner.ts';
import { customizationKind } from './customization.ts';
import { notificationKind } from './notifications.ts';
import { oauthClientKind } from './oauth-clients.ts';
import { subscriptionKind } from './subscription.ts';
import { teamKind } from './teams.ts';

/** Every kind, in the order of a document. */
export const kinds: readonly Kind[] = [
  customizationKind,
  bannerKind,
  subscriptionKind,
  agentPoolKind,
  oauthClientKind,
  teamKind,
  notificationKind,
];
