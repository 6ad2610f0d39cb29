import type { Command } from 'commander';
import type { FlagsOf } from '../../cli/run.ts';
import { nonEmpty, oneOf, option, positive, size } from '../../cli/values.ts';
import { type ArchiveLimits, defaultLimits, limitFlags } from '../../module/archive/limits.ts';
import { annotators } from '../../terminal/annotations.ts';
import { allowSharedOption, jobsOption, minSpeedOption } from './fetch-flags.ts';

const { depth, entries, metadataBytes, pathBytes, ratio, totalBytes } = defaultLimits;

/** Declares the flags of `download`; the last ones raise what an archive may cost. */
export function downloadFlags(verb: Command) {
  return verb
    .option('-f, --file <path>', 'read more addresses from a file; - is stdin', nonEmpty)
    .option(
      '--dir <path>',
      "the module's folder, or the one for all of several (default: NAMESPACE/NAME/PROVIDER/VERSION[/SUBDIR] below the current one)",
      nonEmpty,
    )
    .option('--force', 'replace the folder if it is there')
    .addOption(jobsOption())
    .option('--fail-fast', 'end with the first that fails')
    .option('--no-cache', 'neither take archives from the cache nor keep them there')
    .option('--offline', 'take everything from the cache and ask nobody')
    .option('--submodules', 'take the submodules of a git repository too, from its own host')
    .addOption(allowSharedOption())
    .option('--annotate <reader>', 'show failures in the CI of: github, or none (GITHUB_ACTIONS)', oneOf(annotators))
    .addOption(mebibytes(limitFlags.totalBytes, 'most that an archive may unpack to', totalBytes))
    .option(`${limitFlags.entries} <n>`, 'most files, folders and links in it', positive, entries)
    .option(`${limitFlags.depth} <n>`, 'most folders one in another', positive, depth)
    .option(`${limitFlags.pathBytes} <size>`, 'longest path in it, in bytes', size, pathBytes)
    .addOption(mebibytes(limitFlags.metadataBytes, 'most that is said about one entry', metadataBytes))
    .option(`${limitFlags.ratio} <n>`, 'most bytes unpacked from one', positive, ratio)
    .addOption(minSpeedOption());
}
export type DownloadFlags = FlagsOf<typeof downloadFlags>;

/** The limits that the flags set. */
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
