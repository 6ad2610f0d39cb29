import { z } from 'zod';
import { webUrl } from '../../contract/url.ts';
import { UsageError } from '../../errors.ts';
import { isSecretField } from '../../secrets.ts';
import { parseSet } from '../set.ts';

/** The flags that `create` and `update` share. */
export const sharedFlags = {
  serviceProvider: z.string().min(1, 'is empty').optional(),
  name: z.string().min(1, 'is empty').optional(),
  httpUrl: webUrl.optional(),
  apiUrl: webUrl.optional(),
  set: z.array(z.string()).optional(),
};

/** @throws {UsageError} for a secret that would stand on the command line */
export function refuseSecretSettings(set: readonly string[] | undefined): void {
  const secret = Object.keys(parseSet(set).attributes).find(isSecretField);
  if (secret === undefined) return;
  throw new UsageError(`--set: ${secret} is a secret, which others can read on a command line.`, {
    hint: 'Give it by file, environment variable or prompt; where no flag takes it: svc api METHOD PATH --input FILE.',
  });
}
