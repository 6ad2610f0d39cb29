import { type ModuleName, type Release, textFile } from '../../modules/publish/release.ts';
import type { LocationStyle } from '../locations.ts';
import application from './application.txt?raw';
import label from './label.txt?raw';
import modules from './modules.json' with { type: 'json' };
import network from './network.txt?raw';
import queue from './queue.txt?raw';

/** The attributes that all versions of a module share, and its versions. */
interface BuiltInModule extends ModuleName {
  owner: string;
  description: string;
  verified: boolean;
  location: LocationStyle;
  /** By version: the day of publication, the number of downloads, and the other version whose files it shares, if any. */
  versions: Readonly<Record<string, { day: string; downloads: number; like?: string }>>;
}

/** Small, real modules that need no provider. They refer to each other at the host `modules.test`, which users map to the sandbox. */
const builtIn = modules as unknown as readonly BuiltInModule[];
/** Files by the name of a module. Each file starts with `-- PATH since VERSION --` and has this content from that version on; the oldest version comes first. */
const texts: Readonly<Record<string, string>> = { application, label, network, queue };

/** Returns every version of every built-in module. */
export function builtInReleases(): Release[] {
  return builtIn.flatMap(({ versions, location: _, ...module }) =>
    Object.entries(versions).map(([version, { day, downloads, like = version }]) => ({
      ...module,
      version,
      downloads,
      source: `https://git.example.com/${module.namespace}/${module.name}-${module.provider}`,
      publishedAt: `${day}T09:30:00.000Z`,
      files: [...filesAt(texts[module.name] ?? '', like)].map(([path, content]) => textFile(path, content)),
    })),
  );
}

function filesAt(text: string, version: string): Map<string, string> {
  const files = new Map<string, string>();
  let isLast = false;
  for (const section of text.split(/^(?=-- )/m)) {
    const [, path = '', since, content = ''] = /^-- (\S+) since (\S+) --\n(.*)$/s.exec(section) ?? [];
    if (isLast && since !== version) break;
    isLast ||= since === version;
    files.set(path, content);
  }
  return files;
}

/** Returns the form of a module's location. Modules that are not built in have a location relative to the download endpoint. */
export function builtInStyle({ namespace, name, provider }: Release): LocationStyle {
  const module = builtIn.find(
    (each) => each.namespace === namespace && each.name === name && each.provider === provider,
  );
  return module?.location ?? 'beside';
}
