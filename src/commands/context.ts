import type { Client } from '../client/client.ts';
import type { SendOptions } from '../client/following.ts';
import type { RowOf } from '../client/lists.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import type { Disk } from '../module/archive/disk.ts';
import type { RegistryParts } from '../module/registry/registry.ts';
import { createSecrets, type Secrets } from '../secrets.ts';
import { type Credentials, createCredentials } from '../settings/credentials.ts';
import { ecosystemTokens } from '../settings/ecosystem.ts';
import { colours } from '../settings/keys.ts';
import { configFolder } from '../settings/paths.ts';
import { createSettings, type SettingFlags, type Settings } from '../settings/resolve.ts';
import { createStore, type Store } from '../settings/store.ts';
import { type Ask, createAsk } from '../terminal/ask.ts';
import { type Format, formats } from '../terminal/formats.ts';
import { createInput, type ReadInput } from '../terminal/input.ts';
import type { Streams } from '../terminal/io.ts';
import type { Received } from '../terminal/json-numbers.ts';
import { nearest } from '../terminal/nearest.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';
import { checkConfigFile } from './config-file.ts';
import { looksInForce } from './in-force.ts';
import type { Network } from './network.ts';
import { createPlatform } from './platform.ts';
import type { Mistyped } from './suggestion.ts';
import type { Trusted } from './transport.ts';
import { oneOf } from './values.ts';

/** The world outside the program, as `main` or a test hands it in. */
export interface Host extends Streams {
  env: Readonly<Record<string, string | undefined>>;
  /** @throws {UsageError} where it was deleted */
  readonly cwd: string;
  home: string;
  /** Aborted with a CancelledError as its reason on Ctrl-C, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  now(): Date;
  /** Asks instead of the terminal's prompts; a test's way to answer. */
  prompts?: Prompts;
  /** Answers instead of the disk that modules are unpacked to; a test's way to have one that ignores case. */
  disk?: Disk;
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
  options?: { limit?: number | undefined; anonymous?: boolean },
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
  /** Words about the name that was probably meant, where somebody at a terminal reads them. */
  suggest(mistyped: Mistyped): Promise<string | undefined>;
  /** Requests beyond the platform: registries, archives; with a file of certificates to trust in place of the setting's. */
  client(trusted?: Trusted): Promise<Client>;
  /** What finding a module's registry takes. */
  registryParts(): RegistryParts;
  host: Host;
  /** Looks at the config file for a command that is about to act. @throws {LocalError} where others can change it */
  checkConfigFile(command: string): void;
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
export function createContext(host: Host, flags: () => GlobalFlags, shared?: Store): Context {
  const { env } = host;
  const secrets = createSecrets();
  const dryRun = () => flags().dryRun === true;
  const store = shared ?? createStore(configFolder(env, host.home), dryRun);
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
  const received = new WeakMap<object, Received>();
  const output = createOutput(host, {
    env,
    now: host.now,
    cameIn: (value) => received.get(value),
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
  const trusting = new Map<string, Promise<Network>>();
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
  const read = createInput(host);
  const openedWith = (trusted?: Trusted) => {
    const keep = (value: object, from: Received) => void received.set(value, from);
    return import('./network.ts').then(({ openNetwork }) =>
      openNetwork({ credentials, debug, dryRun, host, secrets, settings }, keep, trusted),
    );
  };
  const network = () => {
    // A format that is none is said before anything is done, not after.
    output.speaksJson();
    opened ??= openedWith();
    return opened;
  };

  return {
    output,
    settings,
    credentials,
    secrets,
    host,
    checkConfigFile: (command) => checkConfigFile(command, { credentials, output, settings }),
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
    ...createPlatform({ dryRun, host, network, output, settings }),
    async client(trusted) {
      if (trusted === undefined) return (await network()).client;
      const made = trusting.get(trusted.value) ?? openedWith(trusted);
      trusting.set(trusted.value, made);
      return (await made).client;
    },
    registryParts: () => ({
      client: async () => (await network()).client,
      discover: async (origin) => (await network()).discover(origin),
      named: settings.registries(),
      insecureHttp: settings.insecureHttp(),
    }),
    uncancelled() {
      // The streams of a host are opened when they are looked at, so it is not copied.
      unhurried ??= createContext(
        Object.create(host, { signal: { value: new AbortController().signal } }),
        flags,
        store,
      );
      return unhurried;
    },
    async close() {
      for (const each of [opened, ...trusting.values()]) await (await each?.catch(() => undefined))?.close();
      await unhurried?.close();
    },
  };
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
