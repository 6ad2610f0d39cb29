import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { modules } from '../../contract/registry/modules.ts';
import { UsageError } from '../../errors.ts';
import { type ModuleAddress, parseAddress } from '../../module/address.ts';
import { fetchModule, findModule } from '../../module/download.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { inForce } from '../in-force.ts';
import { duration } from '../values.ts';
import { downloadView, foundView } from './view.ts';

const flags = z.object({ dir: z.string().min(1, 'is empty').optional(), force: z.boolean().default(false) });

export function registerDownload(
  module: Command,
  { client, dryRun, host, output, progress, registryParts, settings }: Context,
): void {
  explain(module.command('download'), {
    notes: `Without a version the newest release is taken. The folder appears when it is complete, or not at all; an archive that is unsafe, truncated or over a limit is refused with exit code 8. From a git repository the files of the one commit are taken, under the same rules, by the git on PATH: --timeout is what it may take in all (5 minutes), its credential helpers and ssh keys are used, and nobody is prompted. --force replaces a folder with all that is in it, but never a git repository or a home folder. --dry-run finds the version and fetches nothing.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module download acme/label/null',
      'svc module download acme/network/cloud@1.2.0 --dir modules/network',
      'svc module download "acme/network/cloud//modules/subnet@~> 1.1" -o json',
    ],
  })
    .description('Download a module version and unpack it')
    .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a constraint may stand for the version')
    .option(
      '--dir <path>',
      "the module's folder (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR] below the current one)",
    )
    .option('--force', 'replace the folder if it is there')
    .action(
      action(flags, async ({ dir: typed, force }, text: string) => {
        const address = parseAddress(text);
        const line = progress(`Finding ${text}`);
        const found = await findModule(address, registryParts(), output.warn).finally(line.stop);
        const dir = resolve(host.cwd, typed ?? defaultFolder(address, found.version));
        const replaced = force && refusePrecious(dir, host.home);
        if (dryRun()) {
          output.note(
            `Dry run: nothing was fetched; it would go to ${dir}${replaced ? ', replacing what is there' : ''}.`,
          );
          return output.list(foundView, [{ address: found.address, location: found.from, dir }], '');
        }
        const fetching = progress(`Downloading ${found.address}`);
        const { signal } = host;
        const git = { env: host.env, timeoutMs: inForce(settings, 'timeout', duration) };
        const parts = { client: await client(), git, dir, force, signal, warn: output.warn, update: fetching.update };
        const downloaded = await fetchModule(found, parts).finally(fetching.stop);
        output.note(`Downloaded ${downloaded.address} to ${dir}${replaced ? ', replacing what was there' : ''}.`);
        await output.list(downloadView, [downloaded], '');
      }),
    );
}

/** A folder of its own for each module, version and subfolder. @throws {UsageError} for a subfolder that is a pattern */
function defaultFolder({ name, namespace, provider, subdir = '' }: ModuleAddress, version: string): string {
  if (/[*?[\]]/.test(subdir)) throw new UsageError(`//${subdir} is a pattern; say with --dir where it goes.`);
  return join(namespace, name, provider, version, subdir);
}

/** Whether there is something to replace. @throws {UsageError} for what nobody wants to lose: a home, a repository */
function refusePrecious(dir: string, home: string): boolean {
  if (!existsSync(dir)) return false;
  const inHome = !relative(dir, resolve(home)).startsWith('..');
  if (inHome) throw new UsageError(`${dir} is your home folder or holds it; --force does not replace it.`);
  if (existsSync(join(dir, '.git'))) {
    throw new UsageError(`${dir} is a git repository; --force does not replace it.`, { hint: 'Name another --dir.' });
  }
  return true;
}
