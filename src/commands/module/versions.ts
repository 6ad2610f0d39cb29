import type { Command } from 'commander';
import { z } from 'zod';
import { parseAddress } from '../../module/address.ts';
import { satisfies } from '../../module/constraint.ts';
import { openRegistry } from '../../module/registry.ts';
import { listVersions } from '../../module/resolve.ts';
import { compareVersions, parseVersion } from '../../module/version.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { versionView } from './view.ts';

export function registerVersions(module: Command, { output, registryParts }: Context): void {
  module
    .command('versions')
    .description('List the versions of a module, the newest first')
    .argument('<address>', '[HOST/]NAMESPACE/NAME/PROVIDER[@CONSTRAINT]')
    .addHelpText(
      'after',
      `
Calls GET NAMESPACE/NAME/PROVIDER/versions of the registry; a public one needs no token.

Examples:
  svc module versions acme/network/aws
  svc module versions "acme/network/aws@~> 1.2"`,
    )
    .action(
      action(z.object({}), async (_, text: string) => {
        const address = parseAddress(text);
        const registry = await openRegistry(registryParts(), address.host);
        const wanted = (version: NonNullable<ReturnType<typeof parseVersion>>) =>
          address.constraint ? satisfies(version, address.constraint) : true;
        const listed = (await listVersions(registry, address)).flatMap((entry) => {
          const version = parseVersion(entry.version);
          if (!version) output.warn(`The registry lists "${entry.version}", which is no version; left out.`);
          return version && wanted(version) ? [{ entry, version }] : [];
        });
        const newestFirst = listed.sort((a, b) => compareVersions(b.version, a.version)).map(({ entry }) => entry);
        await output.list(versionView, newestFirst, `${text} has no versions.`);
      }),
    );
}
