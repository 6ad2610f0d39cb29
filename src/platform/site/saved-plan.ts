import { createHash } from 'node:crypto';
import { z } from 'zod/mini';
import type { Source } from '../../base/document/document.ts';
import { CheckFailedError, LocalError } from '../../base/errors.ts';
import { isDeeperThan, isObject, jsonIn } from '../../base/json.ts';
import { cannot, textIn, writeOutput } from '../../base/system/files.ts';
import { joined } from '../../base/text.ts';
import { changeOf, type Step } from './change.ts';

const content = z.strictObject({
  'svc-plan': z.literal(2),
  address: z.string(),
  organization: z.optional(z.string()),
  flags: z.strictObject({
    file: z.array(z.string()),
    forget: z.optional(z.array(z.string())),
    prune: z.boolean(),
    sendSecrets: z.boolean(),
  }),
  documents: z.string(),
  record: z.string(),
  /** The changes, with the ids of existing things and a hash of the live state that each change was decided from. */
  changes: z.array(z.looseObject({ seen: z.string() })),
});

/** A plan in a file, which an apply carries out exactly. It has no secrets. */
export type SavedPlan = z.infer<typeof content>;
type Made = Pick<SavedPlan, 'address' | 'flags' | 'organization'>;

/** Returns a plan of steps. @throws {LocalError} for a record that cannot be read */
export function savedPlan(made: Made, sources: readonly Source[], recordPath: string, steps: Step[]): SavedPlan {
  const hashes = { documents: documentsHash(sources), record: hashOf(textIn(recordPath) ?? '') };
  const changes = steps.map((step) => ({ ...changeOf(step), id: step.id, seen: step.seen }));
  return content.parse(JSON.parse(JSON.stringify({ 'svc-plan': 2, ...made, ...hashes, changes })));
}

export function writePlan(path: string, plan: SavedPlan): void {
  try {
    writeOutput(path, `${JSON.stringify(plan)}\n`, `${path}.tmp`, 0o600);
  } catch (cause) {
    throw cannot(`write the plan ${path}`, cause);
  }
}

/** Reads a plan. @throws {LocalError} for a file that is missing or not a plan @throws {CheckFailedError} for a plan of an earlier svc */
export function readPlan(path: string): SavedPlan {
  const text = textIn(path, `the plan ${path}`);
  if (text === undefined)
    throw new LocalError(`The plan ${path} does not exist.`, { hint: 'svc diff --out FILE writes one.' });
  const value = jsonIn(text);
  if (isObject(value) && value['svc-plan'] === 1)
    throw outOfDate(`The plan ${path} is of an earlier svc, and does not say what it was decided from.`);
  const plan = isDeeperThan(100, value) ? undefined : content.safeParse(value);
  if (plan?.success) return plan.data;
  throw new LocalError(`${path} is not a plan of svc diff --out.`, { cause: plan?.error });
}

/** Compares a saved plan with a new one. @throws {CheckFailedError} with the parts that changed */
export function requireSame(saved: SavedPlan, now: SavedPlan): void {
  const parts = ['address', 'organization', 'documents', 'record', 'changes'] as const;
  const isDifferent = (part: (typeof parts)[number]) => JSON.stringify(saved[part]) !== JSON.stringify(now[part]);
  const different = parts.filter(isDifferent).map((part) => `the ${part === 'changes' ? 'site' : part}`);
  if (different.length === 0) return;
  throw outOfDate(`The plan is out of date: ${joined(different)} changed since.`);
}

function outOfDate(reason: string): CheckFailedError {
  return new CheckFailedError(`${reason} Nothing was applied.`, { hint: 'To make a new one: svc diff --out FILE' });
}

export const documentsHash = (sources: readonly Source[]) => hashOf(JSON.stringify(sources.map(({ text }) => text)));
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
