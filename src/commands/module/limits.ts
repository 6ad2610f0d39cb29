import type { Command, OptionValues } from 'commander';
import { z } from 'zod';
import { count, option, size } from '../../cli/values.ts';
import { type ArchiveLimits, defaultLimits, limitFlags } from '../../module/archive/limits.ts';

const amount = z.number().min(1).optional();

/** Bytes a second below which an archive is given up, for a verb's schema. */
export const minSpeedFlag = z.number().optional();

/** Declares it. */
export function minSpeedOption() {
  return option('--min-speed <size>', 'least bytes a second, over a minute; 0 for any speed (default: 1KiB)', (text) =>
    text === '0' ? 0 : size(text),
  );
}

/** The flags that raise what an archive may cost, for a verb's schema. */
export const limitShape = {
  maxSize: amount,
  maxEntries: amount,
  maxDepth: amount,
  maxPath: amount,
  maxMetadata: amount,
  maxRatio: amount,
  minSpeed: minSpeedFlag,
};

/** Declares those flags. */
export function withLimits<Args extends unknown[], Opts extends OptionValues>(command: Command<Args, Opts>) {
  const { depth, entries, metadataBytes, pathBytes, ratio, totalBytes } = defaultLimits;
  const mebibytes = (bytes: number) => `${bytes / 2 ** 20}MiB`;
  const add = (flag: string, value: string, words: string, usual: string | number, parse: (text: string) => number) =>
    command.addOption(option(`${flag} <${value}>`, `${words} (default: ${usual})`, parse));
  add(limitFlags.totalBytes, 'size', 'most that an archive may unpack to', mebibytes(totalBytes), size);
  add(limitFlags.entries, 'n', 'most files, folders and links in it', entries, count);
  add(limitFlags.depth, 'n', 'most folders one in another', depth, count);
  add(limitFlags.pathBytes, 'size', 'longest path in it, in bytes', pathBytes, size);
  add(limitFlags.metadataBytes, 'size', 'most that is said about one entry', mebibytes(metadataBytes), size);
  add(limitFlags.ratio, 'n', 'most bytes unpacked from one', ratio, count);
  return command.addOption(minSpeedOption());
}

/** The limits that were typed. */
export function limitsOf(flags: z.infer<z.ZodObject<typeof limitShape>>): Partial<ArchiveLimits> {
  const typed: { [Limit in keyof ArchiveLimits]?: number | undefined } = {
    totalBytes: flags.maxSize,
    entries: flags.maxEntries,
    depth: flags.maxDepth,
    pathBytes: flags.maxPath,
    metadataBytes: flags.maxMetadata,
    ratio: flags.maxRatio,
  };
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
}
