import type { Command } from 'commander';
import type { Context } from '../../cli/context.ts';
import { registerList } from './list.ts';

export function register(featureSet: Command, context: Context): void {
  registerList(featureSet, context);
}
