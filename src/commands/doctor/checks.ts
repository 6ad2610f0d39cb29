import { checkCache, checkConfig, checkJournal, checkState } from './folders.ts';
import { checkGit, checkSandbox, checkVersion } from './installation.ts';
import { checkNats } from './nats.ts';
import { checkOrganization, checkPlatform, checkToken } from './platform.ts';
import { checkRegistries } from './registries.ts';
import type { Finding } from './result.ts';
import { checkSettings } from './settings.ts';
import type { Subject } from './subject.ts';

/** Finds something, or several things of one kind. It throws {Skipped} if it cannot be made; any other {SvcError} is a failure. */
export type Check = (subject: Subject) => Promise<Finding | Finding[]>;

/** The checks by name, in the order in which they are printed. All are made at the same time. */
export const checks: Readonly<Record<string, Check>> = {
  version: checkVersion,
  config: checkConfig,
  settings: checkSettings,
  platform: checkPlatform,
  token: checkToken,
  organization: checkOrganization,
  registry: checkRegistries,
  nats: checkNats,
  git: checkGit,
  cache: checkCache,
  state: checkState,
  journal: checkJournal,
  sandbox: checkSandbox,
};
