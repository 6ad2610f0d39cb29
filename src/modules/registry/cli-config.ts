import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { modulesService } from '../../api/contract/dialect.ts';
import { UsageError } from '../../base/errors.ts';
import { jsonIn } from '../../base/json.ts';
import { namesIn, readBytes } from '../../base/system/files.ts';
import type { Environment } from '../../base/system/programs.ts';
import { isSandboxConfig, type Tool, toolFiles } from '../../base/system/tools.ts';
import { byBytes } from '../../base/text.ts';
import { unlessThrown } from '../../base/unless-thrown.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import { parseHost } from '../address/hostname.ts';

/** The registries in the stock tool's own configuration, in the form of `--registry`. */
export type Mapping = { value: string; origin: ValueOrigin };

const maxBytes = 1024 * 1024;

/**
 * Reads the `host` blocks of a tool's CLI configuration that move a module registry: of the file that TF_CLI_CONFIG_FILE names, else of
 * `~/.terraformrc` (for tofu `~/.tofurc` first); and of `~/.terraform.d/*.tfrc`, unless a file is named. Without any of these, tofu reads
 * `$XDG_CONFIG_HOME/opentofu`. On Windows they are in `%APPDATA%`.
 * @throws {UsageError} for a named file that cannot be read, and an invalid host
 */
export async function hostMappings(env: Environment, home: string, tool: Tool, warn: (message: string) => void) {
  const mappings: Mapping[] = [];
  for (const { named, path } of filesOf(env, home, tool)) {
    const text = unlessThrown(() => readBytes(path, { most: maxBytes }).toString());
    if (text !== undefined) for (const each of await mappingsIn(text, path)) mappings.push(each);
    else if (named && !isSandboxConfig(path))
      warn(`Cannot read the CLI configuration ${path}; its host blocks are ignored.`);
  }
  return mappings;
}

/** Returns the CLI configuration that a variable names; it replaces all others. */
export function namedConfig(env: Environment): { path: string; variable: string } | undefined {
  const variable = ['TF_CLI_CONFIG_FILE', 'TERRAFORM_CONFIG'].find((name) => env[name]);
  return variable === undefined ? undefined : { path: env[variable]!, variable };
}

function filesOf(env: Environment, home: string, tool: Tool): { path: string; named: boolean }[] {
  const configuration = namedConfig(env);
  if (configuration) return [{ path: configuration.path, named: true }];
  const { file, folder } = placesOf(env, home, tool);
  const names = namesIn(folder).filter((name) => /\.tfrc(\.json)?$/.test(name));
  return [file, ...names.sort(byBytes).map((name) => join(folder, name))].map((each) => ({ path: each, named: false }));
}

/** assumed: tofu looks in the places of OpenTofu 1.10's source (docs/protocol/modules.md#configurations). */
function placesOf(env: Environment, home: string, tool: Tool): { file: string; folder: string } {
  const { cliConfig, folder } = toolFiles({ env, home });
  if (tool === 'terraform') return { file: cliConfig.terraform, folder };
  const xdgFolder = env.XDG_CONFIG_HOME ? join(env.XDG_CONFIG_HOME, 'opentofu') : undefined;
  const file = [cliConfig.tofu, cliConfig.terraform].find((path) => existsSync(path));
  return {
    file: file ?? (xdgFolder ? join(xdgFolder, 'tofurc') : cliConfig.terraform),
    folder: xdgFolder && !existsSync(folder) ? xdgFolder : folder,
  };
}

async function mappingsIn(text: string, path: string): Promise<Mapping[]> {
  const isJson = path.endsWith('.json');
  // Most such files have no host blocks and need no parser.
  if (!isJson && !text.includes(modulesService)) return [];
  const [{ readFile }, { stringEntriesOf }] = await Promise.all([import('../hcl/read.ts'), import('../hcl/values.ts')]);
  const { blocks, unread } = readFile(path, text, { host: 1 });
  const [fault] = unread;
  // Faults in other settings do not matter, unless the file is not JSON at all.
  if (fault && isJson && jsonIn(text) === undefined) throw new UsageError(`${path}:${fault.line}: ${fault.why}.`);
  return blocks.flatMap(({ block: { attributes, labels, type } }) => {
    const url = stringEntriesOf(attributes.get('services') ?? []).get(modulesService);
    if (type !== 'host' || url === undefined) return [];
    const host = parseHost(labels[0] ?? '', { typed: 'setting' }).ascii;
    if (!URL.canParse(url, `https://${host}/`))
      throw new UsageError(`${path}: the ${modulesService} of host ${host} is not a URL.`);
    const { href } = new URL(url, `https://${host}/`);
    const value = `${host}=${href.endsWith('/') ? href : `${href}/`}`;
    return { value, origin: new ValueOrigin('file', path, `host block in ${path}`) };
  });
}
