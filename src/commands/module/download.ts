import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { modules } from '../../contract/registry/modules.ts';
import { parseAddress } from '../../module/address.ts';
import { downloadModule } from '../../module/download.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { downloadView } from './view.ts';

const flags = z.object({ dir: z.string().min(1).optional(), force: z.boolean().default(false) });

export function registerDownload(module: Command, { host, output, progress, registryParts }: Context): void {
  explain(module.command('download'), {
    notes: `Without a version the newest release is taken. The folder appears when it is complete, or not at all; an archive that is unsafe, truncated or over a limit is refused with exit code 8.`,
    calls: [modules.versions, modules.download],
    examples: [
      'svc module download acme/label/null',
      'svc module download acme/network/cloud@1.2.0 --dir modules/network',
      'svc module download "acme/network/cloud//modules/subnet@~> 1.1" -o json',
    ],
  })
    .description('Download a module version and unpack it')
    .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a constraint may stand for the version')
    .option('--dir <path>', "the module's folder (default: NAMESPACE/NAME/PROVIDER/VERSION below the current one)")
    .option('--force', 'replace the folder if it is there')
    .action(
      action(flags, async ({ dir, force }, text: string) => {
        const address = parseAddress(text);
        const { namespace, name, provider } = address;
        const line = progress(`Finding ${text}`);
        const downloaded = await downloadModule(address, {
          registry: registryParts(),
          dir: (version) => resolve(host.cwd, dir ?? join(namespace, name, provider, version)),
          force,
          signal: host.signal,
          warn: output.warn,
          update: line.update,
        }).finally(line.stop);
        output.note(`Downloaded ${downloaded.address} to ${downloaded.dir}.`);
        await output.list(downloadView, [downloaded], '');
      }),
    );
}
