import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { LocalError } from '../../base/errors.ts';
import { ChoiceError } from '../../base/parsers.ts';
import { exportOf, shellQuoted, unsetOf } from '../../base/shell-word.ts';
import { isSandboxConfig, registryHostOf, toolFiles } from '../../base/system/tools.ts';
import { joined } from '../../base/text.ts';
import type { Context } from '../../cli/context.ts';
import { knowing, port } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { type NotedSandbox, writeBeside } from '../../sandbox/note.ts';
import { awaitSandbox, findSandbox } from './find.ts';

/** Kinds of tokens (docs/protocol/conventions.md#authentication). */
const kinds = ['site-admin', 'owner', 'user', 'team', 'organization'];
const waitMs = 30_000;
const testHost = 'modules.test';
/** The hosts whose modules terraform and tofu get from the sandbox. */
const hosts = [...Object.values(registryHostOf), testHost];

export const env = verb({
  words: 'env',
  about: 'Print environment variables for a running sandbox',
  text: `Prints the commands that make svc, terraform and tofu in this shell use a sandbox: the newest one of this machine, or the one of --port
or --address. Modules of registry.terraform.io, registry.opentofu.org and modules.test
come from the sandbox, for svc (SVC_REGISTRY) and for terraform and tofu (TF_CLI_CONFIG_FILE, a file that is deleted with the sandbox). Providers
still come from the real hosts. With --tls, the CA of the sandbox is set too (SVC_CA_FILE, SSL_CERT_FILE). With --wait, a script can start a sandbox in the background and use it in the next line.

On Windows the variables are for PowerShell, unless SHELL names another shell: svc sandbox env | Out-String | Invoke-Expression.`,
  flags: (command: Command) =>
    command
      .option('--as <kind>', `whose token: ${kinds.join(', ')}`, knowing(kinds), 'site-admin')
      .option('--port <n>', 'port of the sandbox (default: the newest sandbox)', port)
      .option('--wait', 'wait for a sandbox to start, at most 30 seconds')
      .option('--no-cli-config', 'do not set the CLI configuration of terraform and tofu'),
  examples: [
    'eval "$(svc sandbox env)"',
    'eval "$(svc sandbox env --as user)"',
    'eval "$(svc sandbox env --wait)"',
    'eval "$(svc sandbox env --port 4000)"',
  ],
  async run(context, { as, cliConfig, port: wantedPort, wait }) {
    const address = context.settings.typed('address')?.value;
    const choice = { address, port: wantedPort, choice: 'svc sandbox env --port PORT' };
    const running = await (wait ? awaitSandbox(choice, context, waitMs) : findSandbox(choice, context));
    const token = running.tokens[as];
    if (token === undefined) {
      throw new ChoiceError(as, Object.keys(running.tokens), '--as');
    }
    const variables = {
      SVC_ADDRESS: running.address,
      SVC_TOKEN: token,
      SVC_ORGANIZATION: running.organization,
      SVC_REGISTRY: hosts.map((name) => `${name}=${running.registry}`).join(','),
      ...(running.caFile === undefined ? {} : { SVC_CA_FILE: running.caFile }),
      ...(cliConfig ? stockVariables(running, context) : {}),
    };
    const lines = Object.entries(variables).map(
      ([name, value]) => `${exportOf({ [name]: shellValue(name, value) }, context.host.shell, shellQuoted)}\n`,
    );
    await context.output.text(lines.join(''), variables);
  },
});

/**
 * Returns the variables that point terraform and tofu to the sandbox. @throws {LocalError} if their CLI configuration cannot be written
 */
function stockVariables(running: NotedSandbox, { host, output }: Context): Record<string, string> {
  const { caFile } = running;
  const path = writeBeside(host, running, 'tfrc', cliConfigOf(running.registry));
  const before = host.env.TF_CLI_CONFIG_FILE;
  const files = before ? [before] : Object.values(toolFiles(host).cliConfig).filter((path) => existsSync(path));
  if (files.length > 0 && !(before && isSandboxConfig(before))) {
    const names = joined(files.map((path) => path.replace(join(host.home, sep), `~${sep}`)));
    const [are, them] = files.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const restored = (name: string, value: string | undefined) =>
      value ? exportOf({ [name]: value }, host.shell) : unsetOf(name, host.shell);
    const certificates = host.env.SSL_CERT_FILE === caFile ? undefined : host.env.SSL_CERT_FILE;
    const andTrust = caFile === undefined ? '' : `; ${restored('SSL_CERT_FILE', certificates)}`;
    const undo = `${restored('TF_CLI_CONFIG_FILE', before)}${andTrust}`;
    output.note(`${names} ${are} not used in this shell. To use ${them} again: ${undo}`);
  }
  return { TF_CLI_CONFIG_FILE: path, ...(caFile === undefined ? {} : { SSL_CERT_FILE: caFile }) };
}

/** Returns a CLI configuration that redirects these hosts to the registry. Providers still come from the public registries. */
function cliConfigOf(registry: string): string {
  return hosts
    .map((name) => {
      const providers = name === testHost ? [] : [`    "providers.v1" = "https://${name}/v1/providers/"`];
      const services = [`    "modules.v1" = ${JSON.stringify(registry)}`, ...providers];
      return `host "${name}" {\n  services = {\n${services.join('\n')}\n  }\n}\n`;
    })
    .join('\n');
}

/** Returns a value that is safe in a shell script. @throws {LocalError} for control characters */
function shellValue(name: string, value: string): string {
  if (/\p{Cc}/u.test(value)) throw new LocalError(`The sandbox's value of ${name} contains a control character.`);
  return value;
}
