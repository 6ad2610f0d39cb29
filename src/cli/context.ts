import type { Client } from '../client/client.ts';
import type { SendOptions } from '../client/follow-redirects.ts';
import type { RowOf } from '../client/lists.ts';
import type { Endpoint, Input, ReplyOf } from '../contract/endpoint.ts';
import type { Disk } from '../module/archive/disk.ts';
import type { RegistryDeps } from '../module/registry/registry.ts';
import type { Secrets } from '../secrets.ts';
import type { Credentials } from '../settings/credentials.ts';
import type { Settings } from '../settings/resolve.ts';
import type { Ask } from '../terminal/ask.ts';
import type { ColourWhen } from '../terminal/colour.ts';
import type { ReadInput } from '../terminal/input.ts';
import type { Streams } from '../terminal/io.ts';
import type { Output } from '../terminal/output.ts';
import type { Progress } from '../terminal/progress.ts';
import type { Prompts } from '../terminal/prompts.ts';

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
  /** Whether nothing moves on a terminal while a command works; a test's way to read the same words from a slow machine. */
  still?: boolean;
  /** Answers instead of the disk that modules are unpacked to; a test's way to have one that ignores case. */
  disk?: Disk;
}

/** Calls an operation of the platform in force. */
export type Platform = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: SendOptions) => Promise<ReplyOf<E>>;

/** Reads a list endpoint of the platform in force; what a limit cut is said on stderr. */
export type PlatformList = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options?: { limit?: number | undefined; anonymous?: boolean },
) => AsyncIterable<RowOf<E>>;

/** A name that a service does not know. */
export interface Mistyped {
  kind: 'organization' | 'workspace' | 'team';
  name: string;
  /** Where it was looked for; that of an organization is the organization itself. */
  organization: string;
}

/** A file of certificates, and the words that say where its name comes from. */
export interface Trusted {
  value: string;
  origin: string;
}

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
  registryDeps(): RegistryDeps;
  host: Host;
  /**
   * Looks at what a command that is about to act stands on.
   * @throws {UsageError} for a format or a colour that is none; {LocalError} for a config file that others can change
   */
  checkSettings(command: string): void;
  /** Whether writes are only shown, so that nothing needs to be looked up for them. */
  dryRun: boolean;
  colour: ColourWhen;
  debug: boolean;
  /** The same for what has to be done even when the run is cancelled: its requests end only by themselves. */
  uncancelled(): Context;
  /** Ends what is still open. */
  close(): Promise<void>;
}
