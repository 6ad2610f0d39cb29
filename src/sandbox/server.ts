import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Edition } from '../contract/endpoint.ts';
import { LocalError, UsageError } from '../errors.ts';
import { catalogueOf } from '../publish/catalogue.ts';
import { readModuleFolder } from '../publish/folder.ts';
import type { Release } from '../publish/release.ts';
import { builtInWorld } from './built-in-world.ts';
import { inMemory, openDataFile } from './data-file.ts';
import { routed } from './exchange.ts';
import { type FailRule, Faults } from './faults.ts';
import { infoOf, type SandboxInfo } from './info.ts';
import { builtInReleases, builtInStyle } from './modules/index.ts';
import { createPost } from './outbound.ts';
import { RateLimit } from './rate-limit.ts';
import { type RequestEntry, type Running, serve } from './serve.ts';
import { State } from './state.ts';

export interface SandboxOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  host?: string;
  edition?: Exclude<Edition, 'both'>;
  now?: () => Date;
  /** How long every answer is held back. */
  latencyMs?: number;
  /** A folder laid out `NAMESPACE/NAME/PROVIDER/VERSION/`, published instead of the built-in modules. */
  modulesDir?: string;
  /** The file the state is kept in; without one it ends with the sandbox. */
  dataFile?: string;
  /** Requests a second for each user; no limit unless told. */
  rateLimit?: number;
  /** How long a destination of notifications has to answer. */
  destinationTimeoutMs?: number;
  onRequest?: (entry: RequestEntry) => void;
}

/** assumed: a destination has ten seconds (design). */
const destinationTimeoutMs = 10_000;

/** A running sandbox. */
export interface Sandbox {
  readonly url: string;
  readonly info: SandboxInfo;
  /** The bearer token of `/sandbox/...`, made at start. */
  readonly control: string;
  readonly state: State;
  /** Makes the next matching calls go wrong. */
  fail(rule: FailRule): void;
  close(): Promise<void>;
}

/** Starts the service of both documents in this process; it accepts connections when the promise is fulfilled. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port = 0,
    host = '127.0.0.1',
    edition = 'self-hosted',
    now = () => new Date(),
    modulesDir,
    dataFile,
  } = options;
  const initial = builtInWorld();
  const { world, save } = dataFile === undefined ? inMemory(initial) : await openDataFile(dataFile, initial);
  const state = new State(world, now);
  const releases = modulesDir === undefined ? builtInReleases() : await releasesIn(modulesDir);
  const server = createServer();
  const stopping = new AbortController();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const url = await listen(server, host, port);
  const service = routed({
    url,
    edition,
    state,
    save,
    catalogue: catalogueOf(releases),
    post: createPost(options.destinationTimeoutMs ?? destinationTimeoutMs, stopping.signal),
    styleOf: builtInStyle,
  });
  const running: Running = {
    service,
    get info() {
      return infoOf(url, state);
    },
    control: randomBytes(24).toString('base64url'),
    faults: new Faults(options.latencyMs ?? 0),
    rate: new RateLimit(options.rateLimit, state),
    onRequest: options.onRequest,
  };
  server.on('request', (request, response) => void serve(running, request, response));
  let stopped: Promise<void> | undefined;
  return {
    url,
    get info() {
      return infoOf(url, state);
    },
    control: running.control,
    state,
    fail: (rule) => void running.faults.add(rule),
    close: () => {
      stopping.abort();
      stopped ??= stop(server, sockets);
      return stopped;
    },
  };
}

async function releasesIn(folder: string): Promise<Release[]> {
  try {
    return (await readModuleFolder(folder)).releases;
  } catch (cause) {
    throw new LocalError(`Cannot read the modules in ${folder}: ${(cause as Error).message}`, { cause });
  }
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    const hint = 'Choose another with --port, or leave it out for a free one.';
    throw new UsageError(`Cannot listen on ${host} port ${port}: ${(cause as Error).message}`, { hint, cause });
  }
  const bound = (server.address() as AddressInfo).port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** Ends every connection, idle or not, so that nobody waits for a keep-alive to run out. */
async function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}
