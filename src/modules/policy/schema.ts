import { z } from 'zod/mini';
import { type RuleName, ruleNames } from './rules.ts';

const text = z.string().check(z.minLength(1));
const day = z.iso.date('must be a day such as 2027-01-31');
const level = z.optional(z.enum(['off', 'note', 'warning', 'error']));
const levels = Object.fromEntries(ruleNames.map((name) => [name, level])) as Record<RuleName, typeof level>;

/** A finding that is accepted until a day. */
const exception = z
  .strictObject({ rule: z.enum(ruleNames), call: z.optional(text), source: z.optional(text), reason: text, until: day })
  .check(z.refine(({ call, source }) => (call ?? source) !== undefined, 'must have a call or a source'));

/** The document of a policy; unknown keys are mistakes. */
export const policyDocument = z.strictObject({
  $schema: z.optional(z.string()),
  version: z.optional(z.literal(1)),
  rules: z.optional(z.strictObject(levels)),
  hosts: z.optional(z.array(text)),
  namespaces: z.optional(z.array(text)),
  'min-age': z.optional(text),
  exceptions: z.optional(z.array(exception)),
});
export type PolicyDocument = z.infer<typeof policyDocument>;
