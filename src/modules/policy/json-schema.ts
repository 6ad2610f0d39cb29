import { z } from 'zod/mini';
import { policyDocument } from './schema.ts';

/** A JSON Schema of the policy, for editors. The build writes it as data (packaging/built-data.mjs). */
export function jsonSchema(): object {
  return z.toJSONSchema(policyDocument, { io: 'input' });
}
