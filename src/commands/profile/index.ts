import { create } from './create.ts';
import { remove } from './delete.ts';
import { list } from './list.ts';
import { rename } from './rename.ts';
import { use } from './use.ts';

export const noun = { verbs: [list, use, create, rename, remove] };
