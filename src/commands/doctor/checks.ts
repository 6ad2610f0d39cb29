import { checkAddress, checkSettings } from './address.ts';
import { checkCliConfig } from './cli-config.ts';
import { checkDns, checkProxy, checkTcp, checkTls } from './connection-checks.ts';
import { checkCache, checkConfig, checkJournal, checkState } from './folders.ts';
import { checkCompletion, checkSandbox, checkVersion } from './installation.ts';
import { checkNats } from './nats.ts';
import { checkApi, checkClock, checkEdition, checkOrganization, checkToken } from './platform.ts';
import { checkGit, checkSsh } from './programs.ts';
import { checkRegistries } from './registries.ts';
import type { Finding } from './result.ts';
import type { Subject } from './subject.ts';

/**
 * A check: it finds something, or several things of one kind. It throws {Skipped} if it cannot be made; any other {SvcError} is a
 * failure, with its hint as what to type.
 */
export type Check = (subject: Subject) => Promise<Finding | Finding[]>;

/** The checks by name, in the order in which they are printed. All are made at the same time. */
export const checks: Readonly<Record<string, Check>> = {
  version: checkVersion,
  config: checkConfig,
  settings: checkSettings,
  address: checkAddress,
  dns: checkDns,
  tcp: checkTcp,
  proxy: checkProxy,
  tls: checkTls,
  api: checkApi,
  clock: checkClock,
  edition: checkEdition,
  token: checkToken,
  organization: checkOrganization,
  'cli-config': checkCliConfig,
  registry: checkRegistries,
  nats: checkNats,
  git: checkGit,
  ssh: checkSsh,
  cache: checkCache,
  state: checkState,
  journal: checkJournal,
  completion: checkCompletion,
  sandbox: checkSandbox,
};
