import { join } from 'node:path';
import { type Temporaries, temporariesIn } from '../base/system/temporaries.ts';
import type { Host } from './context.ts';
import { stateFolder } from './settings/paths.ts';

/** The temporary folders of a run, whose list is in the state folder. */
export function temporariesOf({ env, home }: Pick<Host, 'env' | 'home'>): Temporaries {
  return temporariesIn(join(stateFolder(env, home), 'temporary-folders'));
}
