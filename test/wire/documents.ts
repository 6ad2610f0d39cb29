import { expect } from 'vitest';
import type { Service } from '../support/service.ts';
import { get, mediaType, post, type Reply } from './http.ts';

export interface Resource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
}

export interface Single {
  data: Resource;
}

export interface Collection {
  data: Resource[];
}

export const KINDS = ['site-admin', 'owner', 'user', 'team', 'organization'] as const;
export const NOT_ADMIN = ['owner', 'user', 'team', 'organization'] as const;

/** A banner without a schedule, for all users. */
export const PLAIN =
  '{"data":{"type":"admin-banners","attributes":{"title":"Maintenance","body":"Saturday night","style":"warning","audience":"all_users"}}}';

/** A second banner without a schedule, for authenticated callers. */
export const INTERNAL =
  '{"data":{"type":"admin-banners","attributes":{"title":"Internal","body":"For members","style":"info","audience":"authenticated_only"}}}';

/** Published at 13:00 and expired at 14:00; the clock starts at 12:00. */
export const SCHEDULED =
  '{"data":{"type":"admin-banners","attributes":{"title":"Planned","body":"One hour","style":"critical","audience":"all_users","scheduled-publish-at":"2026-01-15T13:00:00Z","scheduled-expire-at":"2026-01-15T14:00:00Z","timezone":"Etc/UTC"}}}';

export const MINUTE = 60_000;

/** The `data` of a JSON:API document with that status. */
export function dataOf<T = Resource>(reply: Reply, status = 200): T {
  expect(reply.status, reply.text).toBe(status);
  expect(mediaType(reply)).toBe('application/vnd.api+json');
  return reply.json<{ data: T }>().data;
}

/** Creates a banner as the site administrator and returns its resource. */
export async function created(service: Service, body: string): Promise<Resource> {
  return dataOf(await post(`${service.api}/admin/banners`, { token: service.tokens['site-admin'], body }), 201);
}

/** The titles of the banners GET returns, to a caller with that token or without one. */
export async function shown(service: Service, token?: string): Promise<unknown[]> {
  return dataOf<Resource[]>(await get(`${service.api}/admin/banners`, { token })).map(
    (banner) => banner.attributes.title,
  );
}

/** A JSON:API error document of that status. */
export function expectErrorDocument(reply: Reply, status: number): void {
  expect(reply.status, reply.text).toBe(status);
  expect(mediaType(reply)).toBe('application/vnd.api+json');
  const body = reply.json<{ errors?: unknown[] }>();
  expect(body).not.toHaveProperty('data');
  expect(Array.isArray(body.errors)).toBe(true);
  expect(body.errors!.length).toBeGreaterThan(0);
  for (const error of body.errors!) expect(error).toBeTypeOf('object');
}
