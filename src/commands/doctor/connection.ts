import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { Context, Trusted } from '../../cli/context.ts';
import { caFileInForce, proxiesInForce } from '../../cli/transport.ts';
import { createProbe, type Probe, type Session } from '../../client/probe.ts';
import type { HttpProxy } from '../../client/proxy.ts';
import { after } from './result.ts';

/** The steps of the connection to the platform: each is made once, after the one before it. @throws {Skipped} if an earlier one failed */
export interface Connection {
  /** @throws {UsageError} for an invalid proxy variable */
  proxy(): Promise<HttpProxy | undefined>;
  /** The additional certificates: their file and its source. @throws {Skipped} for an unusable file */
  trusted(): Promise<(Trusted & { certificates: readonly string[]; secureContext: SecureContext }) | undefined>;
  addresses(): Promise<string[] | undefined>;
  socket(): Promise<Socket>;
  through(): Promise<Socket>;
  /** Undefined for plain http. */
  session(): Promise<Session | undefined>;
  /** @throws {Skipped} unless all steps succeeded */
  reached(): Promise<void>;
  close(): void;
}

export function openConnection(url: URL, { host, secrets, settings }: Context, limitMs: number): Connection {
  let probe: Probe | undefined;
  const proxy = once(async () => (await proxiesInForce({ host, secrets }))?.(url));
  const trusted = once(async () => {
    const file = caFileInForce(settings, host);
    if (!file) return undefined;
    const { certificatesIn, trustWith } = await import('../../client/ca.ts');
    const open = async () => ({
      secureContext: trustWith(file.value, file.origin, host.env.NODE_EXTRA_CA_CERTS),
      certificates: certificatesIn(file.value, file.origin),
    });
    return { ...file, ...(await after('settings', open())) };
  });
  const probing = once(async () => {
    const [by, file] = await Promise.all([after('proxy', proxy()), trusted()]);
    const route = { proxy: by, secureContext: file?.secureContext };
    probe = createProbe(url, route, { limitMs, signal: host.signal });
    return probe;
  });
  const addresses = once(async () => (await probing()).addresses());
  const socket = once(async () => {
    const found = await after('dns', addresses());
    return (await probing()).socket(found);
  });
  const through = once(async () => (await probing()).through(await after('tcp', socket())));
  const session = once(async () => {
    const reached = await after('proxy', through());
    return url.protocol === 'https:' ? (await probing()).handshake(reached) : undefined;
  });
  return {
    ...{ addresses, proxy, session, socket, through, trusted },
    async reached() {
      const { rejection } = (await after('tls', session())) ?? {};
      if (rejection) await after('tls', Promise.reject(rejection));
    },
    close: () => probe?.close(),
  };
}

/** Remembers the first call of a step. */
function once<Value>(act: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= act();
    return made;
  };
}
