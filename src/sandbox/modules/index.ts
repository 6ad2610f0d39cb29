import { type ModuleName, type Release, textFile } from '../../modules/publish/release.ts';
import type { LocationStyle } from '../locations.ts';
import application from './application.txt?raw';
import label from './label.txt?raw';
import network from './network.txt?raw';
import queue from './queue.txt?raw';

/** The attributes that all versions of a module share, and its versions. */
interface BuiltInModule extends ModuleName {
  owner: string;
  description: string;
  verified: boolean;
  location: LocationStyle;
  /** The files, each as `-- PATH since VERSION --` and its content from that version on; the oldest version first. */
  text: string;
  /** By version: the day of publication, the number of downloads, and the version whose files it has, if not its own. */
  versions: Readonly<Record<string, { day: string; downloads: number; like?: string }>>;
}

const acme = { namespace: 'acme', owner: 'acme-platform' };

/** Small, real modules that need no provider. They refer to each other at the host `modules.test`, which users map to the sandbox. */
const builtIn: readonly BuiltInModule[] = [
  {
    ...acme,
    name: 'label',
    provider: 'null',
    description: 'Consistent names and tags for infrastructure',
    verified: true,
    location: 'beside',
    text: label,
    versions: {
      '0.9.0': { day: '2024-02-05', downloads: 310 },
      '1.0.0': { day: '2024-05-13', downloads: 4120 },
      '1.1.0': { day: '2025-01-20', downloads: 9875 },
    },
  },
  {
    ...acme,
    name: 'network',
    provider: 'cloud',
    description: 'A network with subnets in every zone, and peering between networks',
    verified: true,
    location: 'absolute',
    text: network,
    versions: {
      '1.0.0': { day: '2024-06-03', downloads: 820 },
      '1.1.0': { day: '2024-09-16', downloads: 2310 },
      '1.2.0': { day: '2025-03-10', downloads: 6044 },
      '2.0.0-rc.1': { day: '2025-06-30', downloads: 12 },
    },
  },
  {
    ...acme,
    name: 'network',
    provider: 'onprem',
    description: 'A network in the data centre, with the inputs of its cloud sibling',
    verified: false,
    location: 'rooted',
    text: network,
    versions: {
      '0.1.0': { day: '2024-11-04', downloads: 95, like: '1.0.0' },
      '0.2.0': { day: '2025-02-17', downloads: 140, like: '1.1.0' },
    },
  },
  {
    ...acme,
    name: 'application',
    provider: 'cloud',
    description: 'A whole application with its network, queue and settings',
    verified: false,
    location: 'rooted',
    text: application,
    versions: {
      '0.5.0': { day: '2024-10-21', downloads: 77 },
      '0.6.0': { day: '2025-04-14', downloads: 205 },
    },
  },
  {
    namespace: 'globex',
    name: 'queue',
    provider: 'null',
    owner: '',
    description: 'A message queue with a retention time',
    verified: false,
    location: 'nested',
    text: queue,
    versions: {
      '0.3.0': { day: '2024-08-12', downloads: 450 },
      '0.3.1': { day: '2024-12-02', downloads: 615 },
    },
  },
];

/** Returns every version of every built-in module. */
export function builtInReleases(): Release[] {
  return builtIn.flatMap(({ versions, location: _, text, ...module }) =>
    Object.entries(versions).map(([version, { day, downloads, like = version }]) => ({
      ...module,
      version,
      downloads,
      source: `https://git.example.com/${module.namespace}/${module.name}-${module.provider}`,
      publishedAt: `${day}T09:30:00.000Z`,
      files: [...filesAt(text, like)].map(([path, content]) => textFile(path, content)),
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

/** Returns the form of a module's location; relative to the download endpoint for modules that are not built in. */
export function builtInStyle({ namespace, name, provider }: Release): LocationStyle {
  const module = builtIn.find(
    (each) => each.namespace === namespace && each.name === name && each.provider === provider,
  );
  return module?.location ?? 'beside';
}
