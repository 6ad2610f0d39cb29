import type { Command } from 'commander';
import { z } from 'zod';
import { type ModuleSummary, modules } from '../../contract/registry/modules.ts';
import { NotFoundError } from '../../errors.ts';
import { latestVersion } from '../../module/describe.ts';
import { type ModuleFamily, parseFamily, parseWhole } from '../../module/family.ts';
import { readModules } from '../../module/pages.ts';
import { openRegistry, type Registry } from '../../module/registry.ts';
import { searchHint } from '../../module/resolve.ts';
import { action } from '../action.ts';
import type { Context } from '../context.ts';
import { explain } from '../explain.ts';
import { registriesOf } from './registries.ts';
import { moduleView } from './view.ts';

export function registerLatest(module: Command, context: Context): void {
  const { output } = context;
  explain(module.command('latest'), {
    notes: `Without a provider it is a list, as JSON an array; with one a single module object. Where the registry has no latest version, it is the newest of its versions.`,
    calls: [modules.latestOfProviders, modules.latest, modules.versions],
    examples: ['svc module latest acme/network', 'svc module latest acme/network/cloud -o json'],
  })
    .description('Show the latest version of a module, for each provider or for one')
    .argument('<address>', '[HOST/]NAMESPACE/NAME[/PROVIDER]')
    .action(
      action(z.object({}), async (_, text: string) => {
        const family = parseFamily(text);
        const address = family ?? parseWhole(text);
        const registry = await openRegistry(await registriesOf(context, address), address.host);
        if (family) return output.list(moduleView, ofEachProvider(registry, family), `There is no module ${text}.`);
        await output.show(moduleView, await latestVersion(registry, parseWhole(text), output.warn));
      }),
    );
}

async function* ofEachProvider(registry: Registry, family: ModuleFamily): AsyncGenerator<ModuleSummary> {
  const { host, namespace, name } = family;
  try {
    yield* readModules(registry, modules.latestOfProviders, { namespace, name });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const { errors, request, status } = error;
    throw new NotFoundError(`The registry at ${registry.base.host} has no module ${namespace}/${name}.`, {
      errors,
      request,
      status,
      hint: `${searchHint(registry, family)}, or name the provider: svc module latest ${host ? `${host.display}/` : ''}${namespace}/${name}/PROVIDER`,
    });
  }
}
