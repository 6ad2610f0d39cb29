import { z } from 'zod/mini';
import { banner } from '../../contract/platform/banners.ts';
import { rowId } from './grammar.ts';

export const bannerRow = z.object({
  id: rowId,
  attributes: banner.shape.attributes,
  /** The last change of the row; a schedule has no effect before it. */
  since: z.string(),
});
export type BannerRow = z.infer<typeof bannerRow>;

export const customization = z.object({
  /** Changed texts by attribute name; the others have their initial values. */
  texts: z.record(z.string(), z.string()),
  enabledAvatarSources: z.array(z.string()),
});

/** Refers to people by id. */
export const hcpOrganization = z.object({
  id: rowId,
  name: z.string(),
  ownerEmail: z.nullable(z.string()),
  admins: z.array(z.string()),
  members: z.array(z.string()),
  connectedPlans: z.array(z.string()),
});
