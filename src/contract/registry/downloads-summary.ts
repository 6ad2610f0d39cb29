import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { one } from '../jsonapi.ts';

/** How often a module was downloaded (docs/protocol/registry.md#downloads-summary). The id is opaque text. */
export const downloadsSummary = z.looseObject({
  id: z.string(),
  type: z.literal('module-downloads-summary'),
  attributes: z.looseObject({ week: z.number(), month: z.number(), year: z.number(), total: z.number() }),
});
export type DownloadsSummary = z.infer<typeof downloadsSummary>;

/** Version 2 of the registry, whose base ends in `/v2/modules/` (docs/protocol/registry.md#version-2). */
export const downloads = {
  summary: endpoint('GET /:namespace/:name/:provider/downloads/summary', {
    access: 'anyone',
    reply: one(downloadsSummary),
  }),
};
