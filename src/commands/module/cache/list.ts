import { grouped } from '../../../base/text.ts';
import { columnsOf, viewOf } from '../../../base/view.ts';
import { verb } from '../../../cli/verb.ts';
import { type Entry, entries } from '../../../modules/cache/entries.ts';
import { cacheAt } from '../../../modules/cache/folder.ts';
import { cachePath, cacheSentence } from '../fetch-flags.ts';

const cachedView = viewOf<Entry>(
  'module version size=bytes downloaded=at registry',
  columnsOf('module:whole version:whole registry bytes at:time location sha256'),
  { bytes: ({ bytes }) => `${grouped((bytes / 1024).toFixed(1))} KiB` },
);

export const list = verb({
  words: 'list',
  about: 'List cached versions',
  text: `${cacheSentence} These are available with --offline. Locations are shown without their signatures.`,
  lists: cachedView,
  examples: ['svc module cache list', 'svc module cache list --jq "map(.bytes) | add"'],
  async run({ host, output }) {
    const cached: Entry[] = [];
    for (const cachedEntry of entries(cacheAt(cachePath(host)))) {
      if ('fault' in cachedEntry)
        output.warn(`${cachedEntry.path} ${cachedEntry.fault}; svc module cache verify removes it.`);
      else {
        const { path: _, ...entry } = cachedEntry;
        cached.push(entry);
      }
    }
    const name = ({ module, registry, version }: Entry) => `${module} ${registry} ${version}`;
    cached.sort((a, b) => (name(a) < name(b) ? -1 : 1));
    await output.list(cachedView, cached, 'The cache is empty.');
  },
});
