import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicMs } from '../../../base/clock.ts';
import { UsageError } from '../../../base/errors.ts';
import { answerHealthCheck, isHealthCheck } from '../../../base/http-server/health.ts';
import { limitConnections } from '../../../base/http-server/idle-connections.ts';
import { bind, closeServer, createHttpServer } from '../../../base/http-server/server.ts';
import { manifestName, readManifest } from '../manifest.ts';
import { hostsOf, modulesIn, registryPath } from '../static-tree.ts';
import { answer, createAccess } from './answer.ts';
import { createArchives } from './archive.ts';
import { type Resources, resourcesOf } from './resources.ts';

export interface ServeOptions {
  root: string;
  host: string;
  port: number;
  tls?: { cert: Buffer; key: Buffer } | undefined;
  /** Tokens that grant access; if empty, no token is required. */
  tokens: readonly string[];
  names?: readonly string[];
  warn(message: string): void;
  onRequest?: ((request: { method: string; path: string; status: number; ms: number }) => void) | undefined;
}

export type MirrorServer = Awaited<ReturnType<typeof serveMirror>>;

const graceMs = 5000;
const mostConnections = 256;
/** The time after which an idle connection is closed. */
const idleMs = 60_000;
/** How often the manifest is reread, in order to serve added modules. */
const glanceMs = 1000;

/**
 * Starts serving a mirror.
 * @throws {UsageError} for a folder that is not a mirror, or an unusable certificate; {LocalError} if it cannot listen
 */
export async function serveMirror(options: ServeOptions) {
  const { host, names = [], onRequest, root, tls, tokens, warn } = options;
  const hint = 'Create one with: svc module mirror';
  if (!existsSync(join(root, manifestName)))
    throw new UsageError(`${root} is not a mirror: it has no ${manifestName}.`, { hint });
  const entries = readManifest(root);
  const { read, send } = createArchives(root, (file) =>
    warn(`${join(root, file)} is missing or damaged; requests for it fail with 500.`),
  );
  const resources = () => resourcesOf(readManifest(root), read);
  const deps = { access: createAccess(tokens, names), resources: reloader(root, resources, warn), send };
  const server = await createHttpServer({}, tls, (request, response) => {
    if (isHealthCheck(request)) return void answerHealthCheck(response);
    const began = monotonicMs();
    const { method = '', url = '' } = request;
    response.once('close', () =>
      onRequest?.({ method, path: url.split('?')[0]!, status: response.statusCode, ms: monotonicMs() - began }),
    );
    answer(deps, request, response).catch(() => response.destroy());
  });
  limitConnections(server, mostConnections);
  server.timeout = idleMs;
  return {
    port: await bind(server, host, options.port),
    packages: entries.length,
    registries: hostsOf(modulesIn(entries)).map((each) => ({ host: each, path: registryPath(each) })),
    /** Stops accepting requests and waits for those in flight, up to a limit. */
    close: () => closeServer(server, graceMs),
  };
}

/** Returns the current resources. If the manifest becomes unreadable, warns and keeps the previous ones. */
function reloader(root: string, load: () => Resources, warn: (message: string) => void): () => Resources {
  const path = join(root, manifestName);
  const stampOf = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  let [resources, stamp, checkedAt] = [load(), stampOf(), Date.now()];
  return () => {
    if (Date.now() - checkedAt < glanceMs) return resources;
    checkedAt = Date.now();
    const now = stampOf();
    if (now === stamp) return resources;
    stamp = now;
    try {
      resources = load();
    } catch (error) {
      warn(`${(error as Error).message} Serving the previous state.`);
    }
    return resources;
  };
}
