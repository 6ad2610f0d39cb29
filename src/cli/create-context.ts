import { createSecrets } from '../base/secrets.ts';
import { pagerOf } from '../base/system/pager.ts';
import { outputOptions } from './check-settings.ts';
import type { Context, Host, Trusted } from './context.ts';
import type { Network, NetworkParts } from './network.ts';
import { createPlatform } from './platform.ts';
import { Credentials } from './settings/credentials.ts';
import { ecosystemTokens } from './settings/ecosystem.ts';
import { configFolder, temporaryLists } from './settings/paths.ts';
import { Settings } from './settings/resolve.ts';
import { createStore } from './settings/store.ts';
import type { GlobalFlags } from './settings/table.ts';
import { Ask } from './terminal/ask.ts';
import { createInput } from './terminal/input.ts';
import type { Received } from './terminal/json-numbers.ts';
import { Output } from './terminal/output.ts';
import { createProgress } from './terminal/progress.ts';

type Shared = Pick<Context, 'credentials' | 'secrets' | 'settings'>;

/** Creates the context of a run after its flags are parsed; opens the network on first use. */
export function createContext(host: Host, flags: GlobalFlags, shared?: Shared): Context {
  const { env } = host;
  const secrets = shared?.secrets ?? createSecrets();
  const dryRun = flags.dryRun === true;
  const store =
    shared?.settings.store ??
    createStore(configFolder(env, host.home), { dryRun, lists: temporaryLists(env, host.home), signal: host.signal });
  const settings = new Settings(store, env, flags);
  const pager = pagerOf(env, host.stdout, settings.lookup('no-pager')?.value !== true);
  const options = { ...outputOptions(settings), pager };
  const received = new WeakMap<object, Received>();
  const cameIn = (value: object) => received.get(value);
  const outputDeps = { env, now: host.now, signal: host.signal, cameIn, hide: secrets.hideInSentence };
  const output = new Output(host, outputDeps, options);
  const credentials =
    shared?.credentials ?? new Credentials(settings, host, secrets, ecosystemTokens(host, output.warn));
  let unhurried: Context | undefined;
  const debug = settings.lookup('debug')?.value === true;
  // With --debug, trace lines would interrupt an animation. A log cannot show one.
  const isStill = host.still === true || options.quiet || debug || env.TERM === 'dumb' || Boolean(env.CI);
  const progress = createProgress(host, isStill, output.note);
  const read = createInput(host);
  const { prompts, shell, signal } = host;
  const [noInput, yes] = [settings.lookup('no-input')?.value === true, settings.lookup('yes')?.value === true];
  const ask = new Ask({ read, secrets, streams: host, env, shell, signal, prompts, noInput, yes });
  const parts: NetworkParts = { credentials, debug, dryRun, host, output, progress, secrets, settings };
  const { closeAll, network } = networksOf(parts, (value, from) => void received.set(value, from));

  return {
    output,
    settings,
    credentials,
    secrets,
    host,
    colour: options.colour,
    debug,
    dryRun,
    read,
    progress,
    ask,
    ...createPlatform({ dryRun, host, network, output, settings }),
    client: async (trusted) => (await network(trusted)).client,
    registryDeps: () => ({
      client: async () => (await network()).client,
      discover: async (origin) => (await network()).discover(origin),
      named: settings.registries(),
      insecureHttp: settings.insecureHttp,
    }),
    uncancelled() {
      // Inherit from the host instead of copying it: a copy would open its streams.
      const calmHost = Object.create(host, { signal: { value: new AbortController().signal }, still: { value: true } });
      unhurried ??= createContext(calmHost, flags, { credentials, secrets, settings });
      return unhurried;
    },
    async close() {
      await closeAll();
      await unhurried?.close();
    },
  };
}

/** Returns the networks of a run, one for each file of trusted certificates. Each is opened on first use. */
function networksOf(parts: NetworkParts, keep: (value: object, from: Received) => void) {
  const opened = new Map<string | undefined, Promise<Network>>();
  return {
    /** @param trusted replaces the certificates that the setting names */
    network(trusted?: Trusted): Promise<Network> {
      const open = () => import('./network.ts').then(({ openNetwork }) => openNetwork(parts, keep, trusted));
      const network = opened.get(trusted?.value) ?? open();
      opened.set(trusted?.value, network);
      return network;
    },
    async closeAll(): Promise<void> {
      for (const each of opened.values()) await (await each.catch(() => undefined))?.close();
    },
  };
}
