import { expect } from 'vitest';
import type { Service } from '../support/service.ts';
import { dataOf, type Resource } from './documents.ts';
import { get, patch, post, type Reply } from './http.ts';

export interface Delivery {
  url: string;
  body: string;
  code: string;
  headers: Record<string, string[]>;
  'sent-at': string;
  successful: boolean;
}

export interface Configuration extends Resource {
  relationships: Record<string, { data: unknown; links?: Record<string, unknown> }>;
  links: Record<string, unknown>;
}

export const TRIGGERS = [
  ...['run:created', 'run:planning', 'run:needs_attention', 'run:applying', 'run:completed', 'run:errored'],
] as const;

export const UNKNOWN = 'nc-0000000000000000';

export const ofWorkspace = (service: Service, workspace = service.workspaces[0]!.id) =>
  `${service.api}/workspaces/${workspace}/notification-configurations`;

export const one = (service: Service, id: string) => `${service.api}/notification-configurations/${id}`;

/** A create or update body; attributes and relationships are JSON text. */
export const document = (attributes: string, relationships?: string) =>
  `{"data":{"type":"notification-configurations","attributes":${attributes}${relationships === undefined ? '' : `,"relationships":${relationships}`}}}`;

/** The attributes of a generic configuration for that address, and more of them as JSON text. */
export const generic = (url: string, more = '') =>
  document(`{"destination-type":"generic","name":"Runs","url":"${url}"${more === '' ? '' : `,${more}`}}`);

export function create(service: Service, body: string, workspace?: string): Promise<Reply> {
  return post(ofWorkspace(service, workspace), { token: service.tokens.owner, body });
}

/** Creates a configuration that must be accepted. */
export async function configured(service: Service, body: string, workspace?: string): Promise<Configuration> {
  return dataOf(await create(service, body, workspace), 201) as Configuration;
}

export async function read(service: Service, id: string): Promise<Configuration> {
  return dataOf(await get(one(service, id), { token: service.tokens.owner })) as Configuration;
}

/** The ids of the configurations of a workspace. */
export async function listed(service: Service, workspace?: string): Promise<string[]> {
  const reply = await get(ofWorkspace(service, workspace), { token: service.tokens.owner });
  expect(reply.status, reply.text).toBe(200);
  return reply.json<{ data: Resource[] }>().data.map(({ id }) => id);
}

export function update(service: Service, id: string, attributes: string): Promise<Reply> {
  return patch(one(service, id), { token: service.tokens.owner, body: document(attributes) });
}

export function verify(service: Service, id: string): Promise<Reply> {
  return post(`${one(service, id)}/actions/verify`, { token: service.tokens.owner });
}

export const deliveries = (configuration: Resource) => configuration.attributes['delivery-responses'] as Delivery[];
