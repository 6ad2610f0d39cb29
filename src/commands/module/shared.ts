import { Option } from 'commander';

/** Takes the risk that another user swaps files on the way, where the system leaves no other way. */
export function allowSharedOption(): Option {
  return new Option(
    '--allow-shared-parent',
    'unpack beside a destination even where another user can swap files and no safer way exists',
  );
}
