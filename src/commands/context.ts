import type { Client, SendOptions } from '../client/client.ts';
import type { Discover } from '../client/discovery.ts';
import type { RowOf } from '../client/lists.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import type { RegistryParts } from '../module/registry.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { type Credentials, createCredentials } from '../settings/credentials.ts';
import { ecosystemTokens } from '../settings/ecosystem.ts';
import { colours } from '../settings/keys.ts';
import { configFolder } from '../settings/paths.ts';
import { createSettings, type SettingFlags, type Settings } from '../settings/resolve.ts';
import { createStore } from '../settings/store.ts';
import { type Ask, createAsk } from '../terminal/ask.ts';
import { type Format, formats } from '../terminal/formats.ts';
import { createInput, type ReadInput } from '../terminal/input.ts';
import type { Streams } from '../terminal/io.ts';
import { nearest } from '../terminal/nearest.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';
import { version } from '../version.ts';
import { inForce, looksInForce } from './in-force.ts';
import { count, oneOf } from './values.ts';

/** The world outside the program, as `main` or a test hands it in. */
export interface Host extends Streams {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
  /** Aborted with a CancelledError as its reason on Ctrl-C or SIGTERM. */
  signal: AbortSignal;
  now(): Date;
  /** Asks instead of the terminal's prompts; a test's way to answer. */
  prompts?: Prompts;
}

/** The global flags as commander hands them over. */
export interface GlobalFlags extends SettingFlags {
  output?: Format;
  json?: boolean;
  /** The same as `organization`. */
  org?: string;
  input?: boolean;
  yes?: boolean;
  quiet?: boolean;
  debug?: boolean;
  color?: 'auto' | 'always' | 'never' | false;
  timeout?: number;
  retries?: number;
  columns?: string[];
  jq?: string;
  dryRun?: boolean;
}

/** Calls an operation of the platform in force. */
export type Platform = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: SendOptions) => Promise<ReplyOf<E>>;

/** Reads a list endpoint of the platform in force; what a limit cut is said on stderr. */
export type PlatformList = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: { limit?: number | undefined },
) => AsyncIterable<RowOf<E>>;

/** What a command may use. It destructures what it needs, so that its signature lists its dependencies. */
export interface Context {
  output: Output;
  ask: Ask;
  /** A file, or stdin for `-`. */
  read: ReadInput;
  progress: (words: string) => Progress;
  settings: Settings;
  credentials: Credentials;
  secrets: Secrets;
  platform: Platform;
  /** Reads a list of the platform in force, page after page; what the limit cut is said. */
  platformList: PlatformList;
  /** Requests beyond the platform: registries, archives. */
  client(): Promise<Client>;
  /** What finding a module's registry takes. */
  registryParts(): RegistryParts;
  host: Host;
  /** Whether writes are only shown, so that nothing needs to be looked up for them. */
  dryRun(): boolean;
  colour(): 'auto' | 'always' | 'never';
  debug(): boolean;
  /** The same for what has to be done even when the run is cancelled: its requests end only by themselves. */
  uncancelled(): Context;
  /** Ends what is still open. */
  close(): Promise<void>;
}

/** Everything a run needs, each part made when it is first used. */
export function createContext(host: Host, flags: () => GlobalFlags): Context {
  const { env } = host;
  const secrets = createSecrets();
  const dryRun = () => flags().dryRun === true;
  const store = createStore(configFolder(env, host.home), dryRun);
  const settings = createSettings(
    store,
    env,
    () => ({
      ...flags(),
      organization: flags().organization ?? flags().org,
    }),
    nearest,
  );
  const ecosystem = ecosystemTokens(host.home, (words) => output.warn(words));
  const credentials = createCredentials(settings, env, secrets, ecosystem);
  const quiet = () => flags().quiet === true;
  const bodies = new WeakMap<object, Uint8Array>();
  const output = createOutput(host, {
    env,
    now: host.now,
    bodyOf: (value) => bodies.get(value),
    hide: secrets.hide,
    manner: () => ({
      format: looksInForce(settings, 'output', oneOf(formats)),
      typed: flags().output !== undefined || flags().json === true,
      quiet: quiet(),
      colour: colour(),
      columns: flags().columns,
      jq: flags().jq,
    }),
  });
  let client: Promise<{ client: Client; discover: Discover; close(): Promise<void> }> | undefined;
  let unhurried: Context | undefined;
  const colour = () => looksInForce(settings, 'color', oneOf(colours)) ?? 'auto';
  const errorColour = () => {
    try {
      return colour();
    } catch {
      // What is wrong with it is what the error is about.
      return 'auto';
    }
  };
  const debug = () => flags().debug === true || isTrue(env.SVC_DEBUG);
  const read = createInput(host, host.cwd);
  const network = () => {
    // A format that is none is said before anything is done, not after.
    output.speaksJson();
    client ??= openNetwork({ credentials, debug, dryRun, host, secrets, settings }, bodies);
    return client;
  };

  return {
    output,
    settings,
    credentials,
    secrets,
    host,
    colour: errorColour,
    debug,
    dryRun,
    read,
    progress: createProgress(host.stderr, quiet),
    ask: createAsk({
      streams: host,
      env,
      read,
      secrets,
      signal: host.signal,
      prompts: host.prompts,
      manner: () => ({
        noInput: flags().input === false || isTrue(env.SVC_NO_INPUT),
        yes: flags().yes === true,
      }),
    }),
    async platform(endpoint, input, options) {
      const address = settings.address().value;
      const { jsonApiMediaType } = await import('../contract/dialect.ts');
      return (await network()).client.call(address, endpoint, input, {
        accept: jsonApiMediaType,
        audience: 'platform',
        ...options,
      });
    },
    async *platformList(endpoint, input, { limit } = {}) {
      const { listEndpoint } = await import('../client/lists.ts');
      const cut = (total: number) => output.note(`Showing ${limit} of ${total}; show more with --limit N.`);
      yield* listEndpoint((await network()).client, settings.address().value, endpoint, input, { limit, cut });
    },
    client: async () => (await network()).client,
    registryParts: () => ({
      client: async () => (await network()).client,
      discover: async (origin) => (await network()).discover(origin),
      named: settings.registries(),
      insecureHttp: settings.insecureHttp(),
    }),
    uncancelled() {
      // The streams of a host are opened when they are looked at, so it is not copied.
      unhurried ??= createContext(Object.create(host, { signal: { value: new AbortController().signal } }), flags);
      return unhurried;
    },
    async close() {
      await (await client?.catch(() => undefined))?.close();
      await unhurried?.close();
    },
  };
}

type NetworkParts = Pick<Context, 'credentials' | 'debug' | 'dryRun' | 'host' | 'secrets' | 'settings'>;

async function openNetwork(parts: NetworkParts, bodies: WeakMap<object, Uint8Array>) {
  const { credentials, dryRun, host, secrets, settings } = parts;
  // Whatever a service says, it does not show what is kept.
  for (const { token } of Object.values(settings.profile().held.notifications ?? {})) secrets.remember(token);
  const [{ openTransport, traceOf }, { createClient }, { createDiscovery }] = await Promise.all([
    import('./transport.ts'),
    import('../client/client.ts'),
    import('../client/discovery.ts'),
  ]);
  const transport = await openTransport({ settings, env: host.env, cwd: host.cwd, secrets });
  const retries = inForce(settings, 'retries', count);
  const client = createClient({
    transport,
    tokenFor: credentials.tokenFor,
    tokenHint: credentials.hintFor,
    retries: () => retries,
    trace: traceOf(parts),
    signal: host.signal,
    now: host.now,
    userAgent: `svc/${version}`,
    dryRun,
    keepBody: (value, body) => void bodies.set(value, body),
  });
  return { client, discover: createDiscovery(client), close: transport.close };
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
