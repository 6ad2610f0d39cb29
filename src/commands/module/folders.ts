import { cancellation, type SvcError } from '../../base/errors.ts';
import { counted } from '../../base/text.ts';
import { columnsOf, type View } from '../../base/view.ts';
import { failureOf, hiddenText, inBatch, writeFailed } from '../../cli/batch.ts';
import type { Context } from '../../cli/context.ts';
import { collect } from '../../cli/set-flag.ts';
import { asSvcError } from '../../cli/terminal/failure.ts';
import { printable } from '../../cli/terminal/printable.ts';
import { nonEmpty } from '../../cli/values.ts';
import { type Command, type FlagsOf, type Verb, verb } from '../../cli/verb.ts';
import { type OpenSources, type Sharing, sharingSources, withSources } from './sources.ts';
import { toolOption } from './tool.ts';
import { atFolder, dirsOf, namingFolder, printReport, type Report, sentenceOf } from './typed-folders.ts';

export const foldersNotes = `Several folders, and --recursive (every folder below with a lock, or with module calls that no other folder calls; default: the current folder),
share each download. Each folder has one line on stderr, -o json has its name in each object, and a failure does not stop the others: the exit code is that of
the first failure, and --failed-to writes the folders that failed to a file.`;

export const dirsHelp = 'folders of configurations (default: the current folder)';
export const recursiveHelp = 'every folder below with a lock, or with module calls that no other folder calls';

export function foldersFlags(verb: Command) {
  return verb
    .optionsGroup('Folders:')
    .option('--recursive', recursiveHelp)
    .option('--failed-to <file>', 'file for the failed folders, one per line', nonEmpty)
    .optionsGroup('Flags:')
    .addOption(toolOption());
}

/** Declares the flags of verbs that read configurations. */
export function configurationFlags(verb: Command) {
  const help = 'read values of variables in sources from a file; repeatable';
  return foldersFlags(verb).option('--var-file <file>', help, collect);
}

/** A folder with a configuration to act on, and the sources of its modules. */
export interface Folder {
  dir: string | undefined;
  open: OpenSources;
  /** True if other folders use the same packages. */
  isShared: boolean;
  note(text: string): void;
}

/**
 * Acts on one configuration, or on several that share their downloads.
 * @param selection its `roots` replaces the folders that `--recursive` would find
 * @param sharing opens the shared sources (default: in a temporary folder)
 * @throws {SvcError} the first failure, after the rows are printed
 */
export async function inFolders<Row extends object>(
  everything: Context,
  selection: Parameters<typeof dirsOf>[0] &
    Pick<FlagsOf<typeof foldersFlags>, 'failedTo'> & { roots?: string[] | undefined },
  view: View<Row>,
  act: (context: Context, folder: Folder) => Promise<Report<Row>>,
  sharing?: Sharing,
): Promise<void> {
  const context = atFolder(everything);
  const { host, output } = context;
  if (selection.dirs.length < 2 && !selection.recursive && selection.failedTo === undefined) {
    const [dir] = selection.dirs;
    const single = (open: OpenSources) => act(context, { dir, open, isShared: false, note: output.note });
    const done = (sharing ? sharing(single) : single(withSources)).catch((error: SvcError): Report<Row> => ({ error }));
    return printReport(await done, view, { dir, host, output });
  }
  const dirs = selection.roots ?? (await dirsOf(selection, context));
  const deps = { jobs: 16, signal: host.signal, failed: () => false };
  const share: Sharing = sharing ?? ((all) => sharingSources(context, 'Working on the folders', all));
  const outcomes = await share((open) =>
    inBatch(dirs, (dir) => act(atFolder(context, dir), { dir, open, isShared: true, note() {} }), deps),
  );
  const failed = outcomes.flatMap((each): [string, SvcError][] => {
    const error = 'error' in each ? each.error : each.result.error;
    return error === undefined ? [] : [[each.item, namingFolder(asSvcError(error), each.item, host.shell)]];
  });
  const faults = new Map(failed);
  const rows = outcomes.flatMap((each) => {
    const report: Report<Row> = 'result' in each ? each.result : {};
    output.note(`${printable(each.item)}: ${faults.get(each.item)?.message ?? sentenceOf(report)}`);
    const { rows = [] } = report;
    return rows.map((row) => ({ folder: each.item, ...row }));
  });
  const { columns, table } = view;
  const folder = columnsOf<Row & { folder: string }>('folder:whole');
  const placed = { ...view, columns: [...folder, ...columns], ...(table && { table: [...folder, ...table] }) };
  const text = outcomes.map((each) => ('result' in each ? (each.result.text ?? '') : '')).join('');
  await output.list(placed, rows, dirs.length > 0 ? '' : 'No folder has module calls.', text || undefined);
  if (selection.failedTo !== undefined) writeFailed(selection.failedTo, [...faults.keys()], host, true);
  if (host.signal.aborted) throw cancellation(host.signal);
  if (failed.length === 0) return;
  const message = `Failed in ${failed.length} of ${counted(dirs.length, 'folder')}.`;
  throw failureOf(message, failed, (hidden) => `${hiddenText(hidden)}${failed[0]?.[1].hint ?? ''}` || undefined);
}

/** Returns a verb that acts on each of the typed folders. */
export function foldersVerb<Flags extends FlagsOf<typeof foldersFlags>, Row extends object>({
  act,
  flags,
  isCheck,
  view,
  ...texts
}: Omit<Verb<[], Flags>, 'run'> & {
  flags(command: Command): Command<[], Flags>;
  view: View<Row>;
  /** True if the verb only checks. It fails for a folder that it cannot check. */
  isCheck?: true;
  act(context: Context, typed: Flags, folder: Folder): Promise<Report<Row>>;
}) {
  return verb({
    ...texts,
    flags: (command: Command) => flags(command).argument('[dir...]', dirsHelp),
    run: (context, typed, dirs) =>
      inFolders(context, { frozen: isCheck, ...typed, dirs }, view, (own, folder) => act(own, typed, folder)),
  });
}
