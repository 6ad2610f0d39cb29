import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../errors.ts';
import { bind, closeServer, createHttpServer } from '../../http-server.ts';
import { manifestName, readManifest } from '../manifest.ts';
import { hostsOf, modulesIn, registryPath } from '../static-tree.ts';
import { createAccess } from './access.ts';
import { answer } from './answer.ts';
import { createSendArchive } from './archive.ts';
import { type Resources, resourcesOf } from './resources.ts';

/** How a mirror is served. */
export interface ServeOptions {
  /** The mirror. */
  root: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Any of them opens it; none is needed without. */
  tokens: readonly string[];
  warn(words: string): void;
  onRequest?: ((request: { method: string; path: string; status: number; ms: number }) => void) | undefined;
}

/** A mirror that is being served. */
export interface MirrorServer {
  port: number;
  packages: number;
  /** Whose modules there are, and where the registry of each begins, as a path. */
  registries: { host: string; path: string }[];
  /** Takes no more requests and lets those in flight finish, for a while. */
  close(): Promise<void>;
}

const graceMs = 5000;
/** A connection on which nothing moves for that long. */
const idleMs = 60_000;
/** How often the manifest is looked at, so that what is mirrored meanwhile is served. */
const glanceMs = 1000;

/**
 * Starts to serve a mirror.
 * @throws {UsageError} for a folder that is none, or an unusable certificate; {LocalError} where it cannot listen
 */
export async function serveMirror(options: ServeOptions): Promise<MirrorServer> {
  const { host, onRequest, root, tls, tokens, warn } = options;
  if (!existsSync(join(root, manifestName))) {
    throw new UsageError(`${root} is no mirror: there is no ${manifestName} in it.`, {
      hint: 'svc module mirror makes one.',
    });
  }
  const entries = readManifest(root);
  const modules = modulesIn(entries);
  const parts = {
    access: createAccess(tokens),
    resources: current(root, resourcesOf(entries), warn),
    send: createSendArchive(root, (file) => warn(`${join(root, file)} is missing or not what it was; it is not sent.`)),
  };
  const server = await createHttpServer({}, tls, (request, response) => {
    const began = performance.now();
    const { method = '', url = '' } = request;
    response.once('close', () =>
      onRequest?.({ method, path: url.split('?')[0]!, status: response.statusCode, ms: performance.now() - began }),
    );
    answer(parts, request, response).catch(() => response.destroy());
  });
  server.timeout = idleMs;
  return {
    port: await bind(server, host, options.port),
    packages: entries.length,
    registries: hostsOf(modules).map((each) => ({ host: each, path: registryPath(each) })),
    close: () => closeServer(server, graceMs),
  };
}

/** What is served now; a manifest that cannot be read changes nothing, but is said. */
function current(root: string, first: Resources, warn: (words: string) => void): () => Resources {
  const path = join(root, manifestName);
  const stampOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  let [resources, stamp, looked] = [first, stampOf(), Date.now()];
  return () => {
    if (Date.now() - looked < glanceMs) return resources;
    looked = Date.now();
    const now = stampOf();
    if (now === stamp) return resources;
    stamp = now;
    try {
      resources = resourcesOf(readManifest(root));
    } catch (error) {
      warn(`${(error as Error).message} What was served before still is.`);
    }
    return resources;
  };
}
