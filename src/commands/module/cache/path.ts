import { verb } from '../../../cli/verb.ts';
import { cachePath, cacheSentence } from '../fetch-flags.ts';

export const path = verb({
  words: 'path',
  about: 'Print the path of the cache',
  text: `${cacheSentence} $XDG_CACHE_HOME/svc/modules, else ~/.cache/svc/modules. It can be deleted at any time.`,
  examples: ['svc module cache path', 'echo "archives are kept in $(svc module cache path)"'],
  async run({ host, output }) {
    const path = cachePath(host);
    await output.text(`${path}\n`, { path });
  },
});
