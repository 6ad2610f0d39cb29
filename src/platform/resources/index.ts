import { agentPool } from './agent-pool.ts';
import { banner } from './banner.ts';
import { customization } from './customization.ts';
import { notification } from './notification.ts';
import { oauthClient } from './oauth-client.ts';
import type { Resource } from './resource.ts';
import { subscription } from './subscription.ts';
import { team } from './team.ts';

const ofOrganization = { 'agent-pools': agentPool, 'oauth-clients': oauthClient };
const ofWorkspace = { notifications: notification };

/** The parts of a site that are lists, by their keys in a document. A part follows the parts that it refers to. */
export const lists: Readonly<Record<ListName, Resource>> = { ...ofOrganization, ...ofWorkspace };
export type ListName = keyof typeof ofOrganization | keyof typeof ofWorkspace;

/** All parts of a site, in the order of a document. */
export const parts = { customization, banner, subscription, ...ofOrganization, teams: team, ...ofWorkspace };
export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];

/** Returns whether a part belongs to the site itself rather than to an organization. */
export const isOfSite = (name: PartName) => parts[name].update.access === 'site-admin';

export const isListName = (name: PartName): name is ListName => name in lists;
