import { z } from 'zod/mini';

/** URLs by service identifier, absolute or relative; other values belong to other services (docs/protocol/discovery.md#document). */
export const discoveryDocument = z.record(z.string(), z.unknown());
