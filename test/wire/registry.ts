import { expect } from 'vitest';
import { startMirror } from '../support/mirror.ts';
import { type RegistryService, startService } from '../support/service.ts';
import { get, mediaType, type Reply } from './http.ts';

/** All servers of a registry: the literal cases hold for each. */
export const registries: [name: string, start: () => Promise<RegistryService>][] = [
  ['the sandbox', startService],
  ['module serve', startMirror],
];

export interface Module {
  id: string;
  owner: string;
  namespace: string;
  name: string;
  version: string;
  provider: string;
  description: string;
  source: string;
  published_at: string;
  downloads: number;
  verified: boolean;
}

export interface Part {
  path: string;
  readme: string;
  empty: boolean;
  inputs: Record<string, unknown>[];
  outputs: Record<string, unknown>[];
  dependencies: unknown[];
  resources: Record<string, unknown>[];
}

export interface Detailed extends Module {
  root: Part;
  submodules: Part[];
  providers: string[];
  versions: string[];
}

export interface Meta {
  limit: number;
  current_offset: number;
  next_offset?: number;
  prev_offset?: number;
  next_url?: string;
}

export interface Page {
  meta: Meta;
  modules: Module[];
}

export interface Version {
  version: string;
  submodules: { path: string; providers: { name: string; version: string }[]; dependencies: unknown[] }[];
  root: { dependencies: unknown[]; providers: { name: string; version: string }[] };
}

export interface Versions {
  modules: { source: string; versions: Version[] }[];
}

/** Sends a GET that must get 200 with application/json. */
export async function json<T>(url: string): Promise<T> {
  const reply = await get(url);
  expect(reply.status, `${url}: ${reply.text}`).toBe(200);
  expect(mediaType(reply)).toBe('application/json');
  return reply.json<T>();
}

/** Every module a list or search endpoint has, page by page, by next_offset alone. */
export async function everything(url: string): Promise<Module[]> {
  const found: Module[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page: Page = await json<Page>(`${url}${url.includes('?') ? '&' : '?'}offset=${offset}`);
    expect(page.modules.length, 'next_offset: only when more results exist').toBeGreaterThanOrEqual(
      Math.min(offset, 1),
    );
    found.push(...page.modules);
    const next: number | undefined = page.meta.next_offset;
    expect(next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset);
    offset = next;
  }
  return found;
}

/** The modules that the service publishes; the tests need some, but no particular ones. */
export async function published(service: RegistryService): Promise<Module[]> {
  const found = await everything(service.registry);
  expect(found.length, 'the tests need two published modules').toBeGreaterThan(1);
  return found;
}

export const address = (service: RegistryService, one: Module) =>
  `${service.registry}${one.namespace}/${one.name}/${one.provider}`;

/** {errors: array of string}, one string per error. */
export function expectErrors(reply: Reply): void {
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
  expect(reply.status, reply.text).toBeLessThan(500);
  expect(mediaType(reply)).toBe('application/json');
  const body = reply.json<{ errors: unknown[] }>();
  expect(Array.isArray(body.errors)).toBe(true);
  expect(body.errors.length).toBeGreaterThan(0);
  for (const error of body.errors) expect(error).toBeTypeOf('string');
}

/** Returns whether a reply is a 4xx with the errors body. */
export function isRejection(reply: Reply): boolean {
  const { errors } = reply.json<{ errors?: unknown[] }>();
  const isError = reply.status >= 400 && reply.status < 500 && mediaType(reply) === 'application/json';
  return isError && !!errors?.length && errors.every((error) => typeof error === 'string');
}

/** For an unpublished module: 200 and no modules, or a 4xx with the errors body. */
export function expectNoModules(reply: Reply): void {
  const isEmpty = reply.status === 200 && reply.json<Page>().modules.length === 0;
  expect([isEmpty, isRejection(reply)], reply.text).toContain(true);
}

export function expectModule(one: Module): void {
  expect(one.id).toBe(`${one.namespace}/${one.name}/${one.provider}/${one.version}`);
  expect(one.owner, 'owner').toBeTypeOf('string');
  for (const field of ['namespace', 'name', 'version', 'provider'] as const) {
    expect(one[field], field).toBeTypeOf('string');
    expect(one[field], field).not.toBe('');
  }
  expect(one.description, 'description').toBeTypeOf('string');
  expect(URL.canParse(one.source), `source ${one.source}`).toBe(true);
  expect(one.published_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/);
  expect(Number.isInteger(one.downloads), 'downloads').toBe(true);
  expect(one.verified, 'verified').toBeTypeOf('boolean');
}
