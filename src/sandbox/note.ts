import { z } from 'zod';

/** What a running sandbox leaves behind for the commands that steer it. */
export const sandboxNote = z.looseObject({
  address: z.string(),
  api: z.string(),
  registry: z.string(),
  organization: z.string(),
  control: z.string(),
  tokens: z.record(z.string(), z.string()),
  /** Whose it is (module/owner). */
  owner: z.string().optional(),
  /** The certificate of the CA that a sandbox with --tls has made. */
  caFile: z.string().optional(),
});

/** Holds the sandbox's tokens, so only its owner can read it. */
export type RunningSandbox = z.infer<typeof sandboxNote>;
