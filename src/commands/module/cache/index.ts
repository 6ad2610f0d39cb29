import { list } from './list.ts';
import { path } from './path.ts';
import { prune } from './prune.ts';
import { verify } from './verify.ts';

export const cache = {
  words: 'cache',
  about: 'Manage the cache of downloaded archives',
  verbs: [path, list, verify, prune],
};
