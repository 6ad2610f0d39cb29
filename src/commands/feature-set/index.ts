import type { Command } from 'commander';
import { registerList } from './list.ts';

export function register(featureSet: Command): void {
  registerList(featureSet);
}
