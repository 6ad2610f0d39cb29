import { get } from './get.ts';
import { list } from './list.ts';
import { path } from './path.ts';
import { set } from './set.ts';
import { unset } from './unset.ts';

export const noun = { verbs: [list, get, set, unset, path] };
