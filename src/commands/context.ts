import type { Client } from '../client/client.ts';
import type { SendOptions } from '../client/following.ts';
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
import { looksInForce } from './in-force.ts';
import type { Network } from './network.ts';
import { oneOf } from './values.ts';

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
  let opened: Promise<Network> | undefined;
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
    const keepBody = (value: object, body: Uint8Array) => void bodies.set(value, body);
    opened ??= import('./network.ts').then(({ openNetwork }) =>
      openNetwork({ credentials, debug, dryRun, host, secrets, settings }, keepBody),
    );
    return opened;
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
      await (await opened?.catch(() => undefined))?.close();
      await unhurried?.close();
    },
  };
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
