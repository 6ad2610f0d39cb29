import type { Command } from 'commander';
import type { View } from '../../base/view.ts';
import type { Context } from '../../cli/context.ts';
import { type FlagsOf, type Verb, verb } from '../../cli/verb.ts';
import { type Folder, type foldersFlags, inFolders } from './folders.ts';
import type { Report } from './typed-folders.ts';

/** Returns a verb that acts on each of its folders. */
export function foldersVerb<Flags extends FlagsOf<typeof foldersFlags>, Row extends object>({
  act,
  flags,
  isCheck,
  view,
  ...texts
}: Omit<Verb<[], Flags>, 'run'> & {
  flags(command: Command): Command<[], Flags>;
  view: View<Row>;
  /** Whether it only checks, so that folders that are not checked are an error. */
  isCheck?: true;
  act(context: Context, typed: Flags, folder: Folder): Promise<Report<Row>>;
}) {
  return verb({
    ...texts,
    flags: (command: Command) => flags(command).argument('[dir...]', 'folders of configurations'),
    run: (context, typed, dirs) =>
      inFolders(context, { frozen: isCheck, ...typed, dirs }, view, (own, folder) => act(own, typed, folder)),
  });
}
