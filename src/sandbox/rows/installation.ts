import { z } from 'zod';
import { banner } from '../../contract/platform/banners.ts';
import { rowId } from './grammar.ts';

export const bannerRow = z.object({
  id: rowId,
  attributes: banner.shape.attributes,
  /** When the row was last written: nothing takes effect earlier than that. */
  since: z.string(),
});
export type BannerRow = z.infer<typeof bannerRow>;

export const customization = z.object({
  /** Overrides by attribute name; what is not here is as it was installed. */
  texts: z.record(z.string(), z.string()),
  enabledAvatarSources: z.array(z.string()),
});

/** People are ids. */
export const hcpOrganization = z.object({
  id: rowId,
  name: z.string(),
  ownerEmail: z.string().nullable(),
  admins: z.array(z.string()),
  members: z.array(z.string()),
  connectedPlans: z.array(z.string()),
});
