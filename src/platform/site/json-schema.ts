import { z } from 'zod/mini';
import { siteDocument } from './schema.ts';

/** A JSON Schema of the document, for editors. The build writes it as data (packaging/built-data.mjs). */
export function jsonSchema(): object {
  return z.toJSONSchema(siteDocument, { io: 'input' });
}
