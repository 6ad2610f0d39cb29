import type { Option } from 'commander';
import { z } from 'zod';
import { count, option } from '../../cli/values.ts';

const defaultJobs = 32;

export const jobsFlag = z.number().min(1).max(1000).default(defaultJobs);

/** How many modules are fetched at a time. */
export function jobsOption(): Option {
  return option('--jobs <n>', `how many to download at a time (default: ${defaultJobs})`, count);
}
