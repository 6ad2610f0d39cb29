import { z } from 'zod';

/** A discovery document: service identifiers to URLs, absolute or relative to the document; other values are other services' (facts, section k). */
export const discoveryDocument = z.record(z.string(), z.unknown());
