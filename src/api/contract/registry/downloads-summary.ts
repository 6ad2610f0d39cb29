import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documentOf } from '../jsonapi.ts';

const attributes = z.looseObject({ week: z.number(), month: z.number(), year: z.number(), total: z.number() });

/** The numbers of downloads of a module (docs/protocol/registry.md#downloads-summary). The id is opaque text. */
const documented = z.looseObject({ id: z.string(), type: z.literal('module-downloads-summary'), attributes });

/** The lenient schema of a summary: each count may be missing, or have any value. */
const downloadsSummary = z.looseObject({ attributes: z.record(z.string(), z.unknown()) });
export type DownloadsSummary = z.infer<typeof downloadsSummary>;

/** Version 2 of the registry, whose base ends in `/v2/modules/` (docs/protocol/registry.md#version-2). */
export const downloads = {
  summary: endpoint('GET /:namespace/:name/:provider/downloads/summary', 'see download counts', 'anyone', {
    reply: documentOf(downloadsSummary),
    documented: documentOf(documented),
  }),
};
