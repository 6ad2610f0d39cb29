import { Temporaries } from '../base/system/temporaries.ts';
import type { Host } from './context.ts';
import { temporaryLists } from './settings/paths.ts';

/** Returns the temporary folders of a run. A file in the state folder lists them, so that a later run can remove them. */
export function temporariesOf({ env, home }: Pick<Host, 'env' | 'home'>): Temporaries {
  return new Temporaries(temporaryLists(env, home));
}
