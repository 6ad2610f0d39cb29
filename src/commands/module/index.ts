import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { registerDownload } from './download.ts';
import { registerSearch } from './search.ts';
import { registerVersions } from './versions.ts';

export function register(module: Command, context: Context): void {
  registerSearch(module, context);
  registerVersions(module, context);
  registerDownload(module, context);
}
