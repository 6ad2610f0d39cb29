import type { ModuleName } from '../../publish/release.ts';
import type { LocationStyle } from '../locations.ts';

/** A built-in module: what its versions share, and the text of each version's files. */
export interface BuiltInModule extends ModuleName {
  owner: string;
  description: string;
  verified: boolean;
  location: LocationStyle;
  /** By version: the day it was published, its downloads so far, and its files by path. */
  versions: Readonly<Record<string, { day: string; downloads: number; files: Readonly<Record<string, string>> }>>;
}
