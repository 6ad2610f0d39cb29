import { z } from 'zod';
import { option, wholeNumber } from '../../cli/values.ts';

const defaultJobs = 32;

export const jobsFlag = z.number().default(defaultJobs);

/** How many modules are fetched at a time. */
export function jobsOption() {
  return option('--jobs <n>', `how many to download at a time (default: ${defaultJobs})`, wholeNumber(1, 1000));
}
