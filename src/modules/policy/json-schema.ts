import { z } from 'zod/mini';
import { policyDocument } from './schema.ts';

/** A JSON Schema of the policy, for editors. */
export function jsonSchema(): object {
  return z.toJSONSchema(policyDocument, { io: 'input' });
}
