import { z } from 'zod';
import { banner } from '../../contract/platform/banners.ts';

export const bannerRow = z.object({
  id: z.string(),
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
  id: z.string(),
  name: z.string(),
  ownerEmail: z.string().nullable(),
  admins: z.array(z.string()),
  members: z.array(z.string()),
  connectedPlans: z.array(z.string()),
});
