import { CheckFailedError } from '../../../base/errors.ts';
import { counted } from '../../../base/text.ts';
import { columnsOf, type View } from '../../../base/view.ts';
import { verb } from '../../../cli/verb.ts';
import { ownCache, remove } from '../../../modules/cache/folder.ts';
import { type Finding, faults } from '../../../modules/cache/upkeep.ts';
import { cachePath, cacheSentence } from '../fetch-flags.ts';

/** Files of the cache that are removed, and why. */
export const findingView: View<Finding> = { columns: columnsOf<Finding>('path:whole why:prose bytes') };

export const verify = verb({
  words: 'verify',
  about: 'Verify cached archives, and remove damaged ones',
  text: `${cacheSentence} Deletes damaged archives; they are downloaded again when needed. The exit code is 8 if there were any. --dry-run deletes nothing.`,
  examples: ['svc module cache verify', 'svc module cache verify --dry-run -o json'],
  async run({ dryRun, host, output, progress }) {
    const bad: Finding[] = [];
    let archives = 0;
    const line = progress('Checking');
    const checked = () => {
      archives += 1;
      line.update(`Checked ${counted(archives, 'archive')}`);
    };
    try {
      for await (const finding of faults(ownCache(cachePath(host)), checked, host.signal)) {
        bad.push(finding);
        if (!dryRun) remove(finding.path);
      }
    } finally {
      line.stop();
    }
    await output.list(findingView, bad, `Checked ${counted(archives, 'archive')}; no problems found.`);
    if (bad.length === 0) return;
    const isOne = bad.length === 1;
    const done = dryRun ? 'Dry run: nothing was removed' : isOne ? 'It was removed' : 'They were removed';
    const message = `${counted(bad.length, 'file')} in the cache ${isOne ? 'is' : 'are'} damaged`;
    throw new CheckFailedError(`${message}. ${done}.`);
  },
});
