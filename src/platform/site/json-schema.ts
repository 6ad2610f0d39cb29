import { z } from 'zod/mini';
import { siteDocument } from './schema.ts';

/** A JSON Schema of the document, for editors. */
export function jsonSchema(): object {
  return z.toJSONSchema(siteDocument, { io: 'input' });
}
