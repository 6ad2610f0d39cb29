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
  /** The current folder. @throws {UsageError} if it was deleted */
  readonly cwd: string;
  home: string;
  /** The current shell. Messages show commands in its syntax. */
  shell: ShellLanguage;
  /** Aborted with a CancelledError as its reason on Ctrl-C, SIGTERM or SIGHUP. */
  signal: AbortSignal;
  now(): Date;
  /** Replaces the terminal's prompts, for tests. */
  prompts?: Prompts;
  /** Disables progress animation, so that tests have stable output. */
  still?: boolean;
  /** Replaces the disk on which modules are unpacked, for tests of a case-insensitive disk. */
  disk?: Disk;
  /** The time limit for a stream to store a delivery, in ms, for tests of an outage. */
  storeMs?: number;
}

/** Calls an operation of the platform. */
export type Platform = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: SendOptions) => Promise<ReplyOf<E>>;

/** Reads a list endpoint of the platform. If the limit omits rows, a note on stderr says so. */
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

/** A file of certificates to trust, and where its path comes from, for messages. */
export interface Trusted {
  value: string;
  origin: string;
}

/** All dependencies of commands. The signature of a command destructures, and so lists, those that it uses. */
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
  /** Reads a list of the platform page by page. If the limit omits rows, a note on stderr says so. */
  platformList: PlatformList;
  /** The request bodies that were sent to the platform, with their replies, for the report about ignored attributes. */
  writes: [sent: unknown, reply: unknown][];
  /** Returns a similar name that exists, if the person accepts it; undefined without a terminal. */
  suggest(mistyped: Mistyped): Promise<string | undefined>;
  /** Returns the client for other servers, such as registries. `trusted` replaces the certificates that the setting names. */
  client(trusted?: Trusted): Promise<Client>;
  /** Returns the dependencies for finding a module's registry. */
  registryDeps(): RegistryDeps;
  host: Host;
  /** True if writes are only printed. Such a run sends no lookups. */
  dryRun: boolean;
  colour: ColourWhen;
  debug: boolean;
  /** Returns a context for the cleanup after a cancelled run. The cancellation does not abort its requests. */
  uncancelled(): Context;
  close(): Promise<void>;
}
