import { Option } from 'commander';
import { option, size, wholeNumber } from '../../cli/values.ts';
import { defaultMinSpeed } from '../../module/fetch/min-speed.ts';

/** How many modules are fetched at a time. */
export function jobsOption() {
  return option('--jobs <n>', 'number of parallel downloads', wholeNumber(1, 1000)).default(32);
}

/** Bytes per second below which a download is aborted. */
export function minSpeedOption() {
  const parse = (text: string) => (text === '0' ? 0 : size(text));
  return option('--min-speed <size>', 'minimum bytes per second, over a minute; 0 for no minimum', parse).default(
    defaultMinSpeed,
    '1KiB',
  );
}

export const varFileHelp = 'read values of variables in sources from a file; repeatable';

/** Rejects a configuration for one call that cannot be read. */
export function strictOption() {
  return new Option('--strict', 'reject everything if one call cannot be read (exit 2)');
}

/** Accepts the risk that another user replaces files, where the system has no safer way. */
export function allowSharedOption() {
  return new Option('--allow-shared-parent', 'unpack beside the destination even if other users can write there');
}
