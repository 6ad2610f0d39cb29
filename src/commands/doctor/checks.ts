import { arch, platform } from 'node:os';
import { certificatesIn } from '../../api/client/ca.ts';
import { defaultStream } from '../../base/nats-url.ts';
import { runChild } from '../../base/system/child.ts';
import { runtime } from '../../base/system/processes.ts';
import { findProgram } from '../../base/system/programs.ts';
import { grouped } from '../../base/text.ts';
import { version } from '../../base/version.ts';
import { connectBroker } from '../../cli/broker.ts';
import { settingKeys } from '../../cli/settings/table.ts';
import { caFileInForce } from '../../cli/transport.ts';
import { runningSandboxes } from '../../sandbox/note.ts';
import { checkCache, checkConfig, checkJournal, checkState } from './folders.ts';
import { checkOrganization, checkPlatform, checkToken } from './platform.ts';
import { checkRegistries } from './registries.ts';
import { type Finding, failed, ok, Skipped, warning } from './result.ts';
import type { Subject } from './subject.ts';

/** Returns one or more findings. Throws {Skipped} if the check is not possible; any other {SvcError} is a failure of the check. */
export type Check = (subject: Subject) => Promise<Finding | Finding[]>;

/** Checks by name, in the order in which they are printed. All run at the same time. */
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

/** Checks the current profile, and each setting with its source. @throws {UsageError} for an invalid setting */
async function checkSettings({ context: { host, settings } }: Subject): Promise<Finding> {
  const { origin, value } = settings.profile();
  const missing = settings.missingProfile();
  if (missing) return failed(missing.message, missing.hint);
  const caFile = caFileInForce(settings, host);
  if (caFile) certificatesIn(caFile.value, caFile.origin);
  const sources = settingKeys.flatMap((key) => {
    const setting = settings.lookup(key);
    return setting?.value === undefined ? [] : `${key} (${setting.origin})`;
  });
  const profile = `Profile ${value}${origin.kind === 'default' ? '' : ` (${origin})`}`;
  return ok(`${profile}, ${sources.length === 0 ? 'no settings' : `settings: ${sources.join(', ')}`}.`);
}

/** Reports the version, the runtime and the machine. */
async function checkVersion(): Promise<Finding> {
  const form = runtime.startsWith('Bun') ? ', executable with' : ' on';
  return ok(`svc ${version}${form} ${runtime}, ${platform()}-${arch()}.`);
}

/** Reports the sandboxes that run on this machine. */
async function checkSandbox({ context: { host } }: Subject): Promise<Finding> {
  const running = runningSandboxes(host).map(({ address }) => address);
  if (running.length === 0) throw new Skipped('No sandbox is running.');
  return ok(`Running at ${running.join(', ')}.`);
}

/** Checks the git program, which fetches modules from repositories. */
async function checkGit({ context: { host }, limitMs }: Subject): Promise<Finding> {
  const path = findProgram(host.env, 'git');
  const lost = 'Modules in git repositories cannot be fetched.';
  if (path === undefined) return warning(`git is not on PATH. ${lost}`, 'Install git.');
  // Run git without the variables of this process, because they may contain tokens.
  const { exit, stderr, stdout, timedOut } = await runChild([path, '--version'], {
    env: { PATH: host.env.PATH },
    timeoutMs: limitMs,
    signal: host.signal,
  });
  const [said = ''] = `${stdout}${stderr}`.trim().split('\n');
  if (exit === 0) return ok(`${said.replace(/^git version /, '')} (${path})`);
  const fault = timedOut ? 'did not respond' : `failed: ${said || `exit code ${exit}`}`;
  return warning(`${path} --version ${fault}. ${lost}`, 'Install git.');
}

/**
 * Checks the NATS server, its credentials, its largest message and the stream of deliveries. Returns no finding if no server is set.
 * @throws {SvcError} if the server does not respond or rejects the credentials
 */
async function checkNats({ context, limitMs }: Subject): Promise<Finding[]> {
  if (context.settings.lookup('nats')?.value === undefined) return [];
  const { largestDelivery } = await import('../../webhooks/broker/publication.ts');
  const { Streams } = await import('../../webhooks/broker/streams.ts');
  const broker = await connectBroker(undefined, {}, context, limitMs);
  try {
    const { host } = broker.server;
    const { max_payload: largest = 0, version = '' } = broker.connection.info ?? {};
    const findings = [ok(`Connected to ${host}, nats-server ${version}.`)];
    if (largest < largestDelivery) {
      const limit = `${host} accepts messages of ${grouped(largest)} bytes; the largest delivery needs ${grouped(largestDelivery)}.`;
      findings.push(warning(limit, 'Set max_payload: 2MB in the configuration of the server.'));
    }
    await (await Streams.open(broker)).require(defaultStream);
    return [...findings, ok(`The stream "${defaultStream}" accepts deliveries.`)];
  } finally {
    await broker.close();
  }
}
