import { join } from 'node:path';
import { stateFolder } from '../settings/paths.ts';
import { type Temporaries, temporariesIn } from '../system/temporaries.ts';
import type { Host } from './context.ts';

/** The temporary folders of a run, whose list is in the state folder. */
export function temporariesOf({ env, home }: Pick<Host, 'env' | 'home'>): Temporaries {
  return temporariesIn(join(stateFolder(env, home), 'temporary-folders'));
}
