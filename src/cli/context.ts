import type { Client } from '../api/client/client.ts';
import type { SendOptions } from '../api/client/follow-redirects.ts';
import type { ListOptions, RowOf } from '../api/client/lists.ts';
import type { Endpoint, Input, ReplyOf } from '../api/contract/endpoint.ts';
import type { Secrets } from '../base/secrets.ts';
import type { ShellLanguage } from '../base/shell-word.ts';
import type { Disk } from '../modules/archive/disk.ts';
import type { RegistryDeps } from '../modules/registry/registry.ts';
import type { Credentials } from './settings/credentials.ts';
import type { Settings } from './settings/resolve.ts';
import type { Ask } from './terminal/ask.ts';
import type { ColourWhen } from './terminal/colour.ts';
import type { ReadInput } from './terminal/input.ts';
import type { Streams } from './terminal/io.ts';
import type { Output } from './terminal/output.ts';
import type { Progress } from './terminal/progress.ts';
import type { Prompts } from './terminal/prompts.ts';

/** The environment of the program, passed in by `main` or a test. */
export interface Host extends Streams {
  env: Readonly<Record<string, string | undefined>>;
  /** @throws {UsageError} if the folder was deleted */
  readonly cwd: string;
  home: string;
  /** The current shell, in whose syntax messages show commands. */
  shell: ShellLanguage;
  /** Aborted with a CancelledError as its reason on Ctrl-C, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  now(): Date;
  /** Replaces the terminal's prompts, for tests. */
  prompts?: Prompts;
  /** Disables progress animation, so that tests have stable output. */
  still?: boolean;
  /** Replaces the disk that modules are unpacked to, for tests of a case-insensitive disk. */
  disk?: Disk;
  /** The time in which a stream must store a delivery, in ms, for tests of an outage. */
  storeMs?: number;
}

/** Calls an operation of the platform. */
export type Platform = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: SendOptions) => Promise<ReplyOf<E>>;

/** Reads a list endpoint of the platform; notes on stderr if the limit omitted rows. */
export type PlatformList = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: Pick<ListOptions, 'limit' | 'anonymous' | 'onPage'>,
) => AsyncIterable<RowOf<E>>;

/** A name that the service did not find. */
export interface Mistyped {
  kind: 'organization' | 'workspace' | 'team';
  name: string;
  organization: string;
}

/** A certificate file, and the source of its path for messages. */
export interface Trusted {
  value: string;
  origin: string;
}

/** All dependencies of commands. A command destructures those that it uses, so that its signature lists them. */
export interface Context {
  output: Output;
  ask: Ask;
  /** Reads a file, or stdin for `-`. */
  read: ReadInput;
  progress: (message: string) => Progress;
  settings: Settings;
  credentials: Credentials;
  secrets: Secrets;
  platform: Platform;
  /** Reads a list of the platform page by page; notes on stderr if the limit omitted rows. */
  platformList: PlatformList;
  /** The request bodies sent to the platform with their replies, for the report of ignored attributes. */
  writes: [sent: unknown, reply: unknown][];
  /** Suggests a name for a mistyped one; undefined off a terminal. */
  suggest(mistyped: Mistyped): Promise<string | undefined>;
  /** Returns the client for other servers: registries, archives. `trusted` replaces the certificates of the setting. */
  client(trusted?: Trusted): Promise<Client>;
  /** Returns the dependencies for finding a module's registry. */
  registryDeps(): RegistryDeps;
  host: Host;
  /** True if writes are only shown, which needs no lookups. */
  dryRun: boolean;
  colour: ColourWhen;
  debug: boolean;
  /** Returns a context for the cleanup after a cancelled run: its requests are not aborted. */
  uncancelled(): Context;
  /** Closes open connections. */
  close(): Promise<void>;
}
