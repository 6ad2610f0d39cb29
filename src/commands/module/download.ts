import { resolve } from 'node:path';
import { modules } from '../../api/contract/registry/modules.ts';
import { UsageError } from '../../base/errors.ts';
import { inBatch, type Outcome } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { type Command, excludes, verb } from '../../cli/verb.ts';
import { type ModuleAddress, parseAddress } from '../../modules/address/address.ts';
import { parseList } from '../../modules/address/list-file.ts';
import { checkDestination } from '../../modules/archive/staging.ts';
import { type Downloaded, type Found, findModule, mayBeModule } from '../../modules/download.ts';
import { type Annotations, annotationsFor } from './annotate.ts';
import { batchOf, fetchAll } from './batch.ts';
import { type Destination, defaultFolder, mustReplace, withoutClashes } from './destinations.ts';
import { type DownloadFlags, downloadFlags, limitsOf } from './download-flags.ts';
import { report, reportDryRun } from './download-report.ts';
import { cacheFor } from './fetch-flags.ts';
import { moduleSentence, registriesOf } from './registries.ts';
import { fetchDepsOf } from './sources.ts';

export const downloadVerb = verb({
  words: 'download',
  about: 'Download and unpack modules',
  text: `${moduleSentence} Downloads the newest release by default, or the newest prerelease with a warning if all versions are prereleases. A folder is created complete or not
at all. An existing folder with the same files is unchanged ("existing": true). An archive that is unsafe, truncated or over a limit is rejected
(exit 8).

From a git repository, the files of one commit are downloaded under the same rules, by the git on PATH: --timeout limits the whole download
(default: 5 minutes), git credential helpers and ssh keys are used, and nothing prompts. Submodules remain empty folders, with a warning, unless
--submodules is given: each is downloaded at its pinned commit, from the host of the repository; other hosts, and plain http instead of https or
ssh, are rejected (exit 8). --force never replaces a home folder, nor a folder that is or contains a git repository. --dry-run finds the
versions and downloads nothing.

With one address, --dir is the folder of the module; with several, or with --file, it holds NAMESPACE/NAME/PROVIDER/VERSION of each. After a
failure the others are still downloaded, and the exit code is that of the first failure. After Ctrl-C, the output lists the complete ones. --file
has one address per line, with # comments, or a JSON array of addresses or of results of -o json.

Archives are cached and verified on each use (svc module cache path). After a lost connection a run continues the archive where it was. In GitHub
Actions failures are annotated, and the summary of the step has a table of the modules.`,
  flags: (command: Command) =>
    downloadFlags(command).argument(
      '[address...]',
      '[HOST/]NAMESPACE/NAME/PROVIDER[//SUBDIR][@VERSION]; a version constraint is allowed',
    ),
  rules: [excludes('offline', 'cache')],
  calls: [modules.versions, modules.download],
  examples: [
    'svc module download acme/label/null',
    'svc module download acme/network/cloud@1.2.0 --dir modules/network',
    'svc module download "acme/network/cloud//modules/subnet@~> 1.1" -o json',
    'svc module download acme/label/null acme/network/cloud globex/queue/null --dir modules',
    'svc module download acme/network/cloud@1.2.0 --submodules -o json',
    'svc module download -f modules.txt --dir modules --fail-fast',
    'echo \'["acme/label/null@1.1.0"]\' | svc module download -f - --jobs 4',
  ],
  async run(context, typed, args) {
    const annotations = annotationsFor(typed.annotate, context);
    try {
      await download(typed, args, annotations, context);
    } catch (error) {
      annotations.ended(error);
      throw error;
    }
  },
});

async function download(typed: DownloadFlags, args: string[], annotations: Annotations, context: Context) {
  const { dryRun, host, output, progress } = context;
  const { force = false } = typed;
  const addresses = await addressesOf(args, typed.file, context);
  const several = typed.file !== undefined || addresses.length > 1;
  const acting = batchOf(typed, several, annotations, context);
  const { signal } = acting;
  const registry = { ...(await registriesOf(context, ...addresses)), signal };
  const { allowSharedParent, minSpeed, offline, submodules } = typed;
  const cache = cacheFor(typed, context);
  const find = { registry, cache, offline, submodules, warn: output.warn };
  const destine = (address: ModuleAddress, found: Found): Destination => {
    const isOwn = !several && typed.dir !== undefined;
    const dir = resolve(host.cwd, typed.dir ?? '.', isOwn ? '.' : defaultFolder(address, found.key.version));
    const replaces = force && mustReplace(dir, host.home);
    const compares = !force && mayBeModule(dir);
    checkDestination(dir, force || compares);
    return { text: address.text, found, dir, replaces, compares };
  };
  const finding = progress(several ? `Finding ${addresses.length} modules` : `Finding ${addresses[0]?.text}`);
  const findOne = async (address: ModuleAddress) => destine(address, await findModule(address, find));
  const outcomes = await inBatch(addresses, findOne, acting).finally(finding.stop);
  const destined = withoutClashes(
    outcomes.flatMap((each) => ('result' in each ? [each.result] : [])),
    (address) => output.note(`${address} was given more than once; downloading it once.`),
  );
  if (dryRun) return reportDryRun(outcomes, destined, several, context);
  const limits = limitsOf(typed);
  const fetch = { ...fetchDepsOf(context), allowSharedParent, cache, force, limits, minSpeed, offline, signal };
  const done = await fetchAll(destined, acting, fetch, progress('Downloading'));
  const fetched = new Map(done.map((each) => [each.item, each]));
  const all = outcomes.flatMap<Outcome<{ text: string }, Downloaded>>((each) =>
    'error' in each ? [each] : (fetched.get(each.result) ?? []),
  );
  await report(all, { several, destined, annotations }, context);
}

async function addressesOf(args: string[], file: string | undefined, { read }: Context): Promise<ModuleAddress[]> {
  const typed = args.map(parseAddress);
  if (file !== undefined) return [...typed, ...parseList(await read('--file', file), file === '-' ? 'stdin' : file)];
  if (typed.length === 0) throw new UsageError('No module given.', { hint: 'Specify addresses, or --file PATH.' });
  return typed;
}
