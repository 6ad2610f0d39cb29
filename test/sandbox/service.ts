import { afterEach, beforeEach } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.ts';
import { fixedTokens } from '../../src/sandbox/tokens.ts';

export interface Sent {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Starts a fresh sandbox for each test of a file, with the known tokens and a clock that only the test moves. */
export function sandboxPerTest(options: SandboxOptions = {}) {
  let sandbox: Sandbox;
  let time = 0;
  beforeEach(async () => {
    time = Date.parse('2026-03-01T12:00:00Z');
    sandbox = await startSandbox({ now: () => new Date(time), tokens: fixedTokens, ...options });
  });
  afterEach(() => sandbox.close());
  return {
    get sandbox() {
      return sandbox;
    },
    advance(minutes: number) {
      time += minutes * 60_000;
    },
    /** Sends a request below /api/v2. */
    api: (method: string, path: string, sent: Sent = {}) => send(`${sandbox.info.api}${path}`, method, sent),
    /** A GET below the registry's base URL. */
    registry: (path: string) => send(`${sandbox.info.registry}${path}`, 'GET', {}),
    control: (method: string, path: string, sent: Sent = {}) =>
      send(`${sandbox.url}/sandbox${path}`, method, { token: sandbox.control, ...sent }),
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: literal JSON, looked into freely
  json: any;
}

/** Sends a request; a body that is not text is sent as JSON. */
export async function send(url: string, method: string, { token, body, headers }: Sent): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
  const json = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}

const attributes = { title: 'Maintenance', body: 'Tonight', style: 'info', audience: 'all_users' };

/** A banner document with these attributes besides the required ones. */
export const bannerWith = (changes: Record<string, unknown> = {}) => ({
  data: { type: 'admin-banners', attributes: { ...attributes, ...changes } },
});

/** A document that names only these attributes. */
export const bannerPatch = (changes: Record<string, unknown>) => ({
  data: { type: 'admin-banners', attributes: changes },
});

export const schedule = (from: string, to: string) => ({
  'scheduled-publish-at': `2026-03-01T${from}:00Z`,
  'scheduled-expire-at': `2026-03-01T${to}:00Z`,
  timezone: 'Europe/Berlin',
});
