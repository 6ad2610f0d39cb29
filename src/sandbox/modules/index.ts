import { type Release, textFile } from '../../publish/release.ts';
import type { LocationStyle } from '../locations.ts';
import { application } from './application.ts';
import type { BuiltInModule } from './built-in.ts';
import { label } from './label.ts';
import { network, onPremisesNetwork } from './network.ts';
import { queue } from './queue.ts';

/** Small, real modules that need no provider. They refer to each other at the host `modules.test`, which users map to the sandbox. */
const builtIn: readonly BuiltInModule[] = [label, network, onPremisesNetwork, application, queue];

/** Every version of every built-in module. */
export function builtInReleases(): Release[] {
  return builtIn.flatMap(({ versions, location: _, ...module }) =>
    Object.entries(versions).map(([version, { day, downloads, files }]) => ({
      ...module,
      version,
      downloads,
      source: `https://git.example.com/${module.namespace}/${module.name}-${module.provider}`,
      publishedAt: `${day}T09:30:00.000Z`,
      files: Object.entries(files).map(([path, text]) => textFile(path, text)),
    })),
  );
}

/** The form of a module's location; relative to the download endpoint for modules that are not built in. */
export function builtInStyle({ namespace, name, provider }: Release): LocationStyle {
  const module = builtIn.find(
    (each) => each.namespace === namespace && each.name === name && each.provider === provider,
  );
  return module?.location ?? 'beside';
}
