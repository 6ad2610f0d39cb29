import { z } from 'zod';

/** Service identifiers to URLs, absolute or relative; other values are other services' (docs/protocol/discovery.md#document). */
export const discoveryDocument = z.record(z.string(), z.unknown());
