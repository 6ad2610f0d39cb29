import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod/mini';
import { parseChecked, throwMistakes } from '../../base/document/document.ts';
import { UsageError } from '../../base/errors.ts';
import { period, withFlagName } from '../../base/parsers.ts';
import { textIn } from '../../base/system/files.ts';
import { jsonSchema } from '../../base/system/own-file.ts';
import { type RuleName, ruleNames } from './rules.ts';

const policyName = 'svc.policy.yaml';

export interface Policy extends Omit<PolicyDocument, 'min-age'> {
  minAgeMs?: number | undefined;
  file?: string;
}

/** Returns the root of the git repository of a folder, if any. */
export function repositoryOf(dir: string): string | undefined {
  return upwards(realpathSync(dir), '.git');
}

/**
 * Reads the policy in a file, or else in the nearest `svc.policy.yaml` from a folder up to the root of its repository; else an empty one.
 * @throws {UsageError} with every mistake of the file; {LocalError} for an unreadable file
 */
export function policyFor(dir: string, typed: string | undefined, cwd: string): Policy {
  const real = realpathSync(dir);
  const nearest = upwards(real, policyName, repositoryOf(real) ?? real);
  const path = typed ?? (nearest && join(nearest, policyName));
  if (path === undefined) return {};
  const file = relative(realpathSync(cwd), path).replace(/\s+/g, ' ');
  const text = textIn(path);
  if (text === undefined) throw new UsageError(`The policy ${file} does not exist.`);
  const parsed = parseChecked({ file, folder: dirname(path), text }, z.nullable(policyDocument), () =>
    jsonSchema('policy'),
  );
  if ('length' in parsed) return throwMistakes(parsed, 'svc module audit --schema') ?? {};
  const { 'min-age': age, ...rest } = parsed.content ?? {};
  const content = { ...rest, file };
  if (age === undefined || content.rules?.['min-age'] === 'off') return content;
  return { ...content, minAgeMs: withFlagName(`${parsed.at(['min-age'])}: min-age`, () => period(age)) };
}

/** Returns the nearest folder from `dir` up to `top` that has an entry of this name. */
function upwards(dir: string, name: string, top?: string): string | undefined {
  if (lstatSync(join(dir, name), { throwIfNoEntry: false })) return dir;
  return dir === top || dir === dirname(dir) ? undefined : upwards(dirname(dir), name, top);
}

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
type PolicyDocument = z.infer<typeof policyDocument>;
