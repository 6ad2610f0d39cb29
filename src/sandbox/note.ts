import { z } from 'zod/mini';

/** The file in which a running sandbox describes itself to the commands that control it. */
export const sandboxNote = z.looseObject({
  address: z.string(),
  api: z.string(),
  registry: z.string(),
  organization: z.string(),
  control: z.string(),
  tokens: z.record(z.string(), z.string()),
  /** The CA certificate that a sandbox with --tls generated. */
  caFile: z.optional(z.string()),
});

/** Contains the tokens of the sandbox, so only its owner can read it. */
export type RunningSandbox = z.infer<typeof sandboxNote>;

/** The challenge of the control endpoints, by which commands recognize a sandbox that has no note here. */
export const controlChallenge = 'Bearer realm="svc sandbox"';
