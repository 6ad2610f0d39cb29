import type { ModuleName } from '../../publish/release.ts';
import type { LocationStyle } from '../locations.ts';

/** A built-in module: the attributes that all versions share, and the files of each version. */
export interface BuiltInModule extends ModuleName {
  owner: string;
  description: string;
  verified: boolean;
  location: LocationStyle;
  /** By version: the day of publication, the number of downloads, and the files by path. */
  versions: Readonly<Record<string, { day: string; downloads: number; files: Readonly<Record<string, string>> }>>;
}
