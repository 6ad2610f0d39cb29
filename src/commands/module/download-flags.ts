import { nonEmpty, option, positive, size } from '../../cli/values.ts';
import type { Command, FlagsOf } from '../../cli/verb.ts';
import { type ArchiveLimits, defaultLimits, limitFlags } from '../../modules/archive/limits.ts';
import { annotateOption } from './annotate.ts';
import { allowSharedOption, jobsOption, minSpeedOption } from './fetch-flags.ts';

const { depth, entries, metadataBytes, pathBytes, ratio, totalBytes } = defaultLimits;

/** Declares the flags of `download`. The last group limits the size of an archive. */
export function downloadFlags(verb: Command) {
  return verb
    .option('-f, --file <path>', 'read addresses from a file, - for stdin', nonEmpty)
    .option(
      '--dir <path>',
      'folder of the module; of several, their parent (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR])',
      nonEmpty,
    )
    .option('--force', 'replace an existing folder')
    .addOption(jobsOption())
    .option('--fail-fast', 'stop at the first failure')
    .option('--no-cache', 'do not read or write the cache')
    .option('--offline', 'use only the cache, without network access')
    .option('--submodules', 'download git submodules too, from the host of the repository')
    .addOption(allowSharedOption())
    .addOption(annotateOption('failures'))
    .optionsGroup('Limits:')
    .addOption(mebibytes(limitFlags.totalBytes, 'maximum unpacked size', totalBytes))
    .option(`${limitFlags.entries} <n>`, 'maximum number of entries', positive, entries)
    .option(`${limitFlags.depth} <n>`, 'maximum depth of folders', positive, depth)
    .option(`${limitFlags.pathBytes} <size>`, 'maximum length of a path, in bytes', size, pathBytes)
    .addOption(mebibytes(limitFlags.metadataBytes, 'maximum metadata of one entry', metadataBytes))
    .option(`${limitFlags.ratio} <n>`, 'maximum ratio of unpacked to packed size', positive, ratio)
    .addOption(minSpeedOption())
    .optionsGroup('Flags:');
}
export type DownloadFlags = FlagsOf<typeof downloadFlags>;

export function limitsOf(flags: DownloadFlags): Partial<ArchiveLimits> {
  return {
    totalBytes: flags.maxSize,
    entries: flags.maxEntries,
    depth: flags.maxDepth,
    pathBytes: flags.maxPath,
    metadataBytes: flags.maxMetadata,
    ratio: flags.maxRatio,
  };
}

function mebibytes<const Flag extends string>(flag: Flag, description: string, bytes: number) {
  return option(`${flag} <size>`, description, size).default(bytes, `${bytes / 2 ** 20}MiB`);
}
