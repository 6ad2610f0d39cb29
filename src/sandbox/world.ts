import { z } from 'zod/mini';
import { banner } from '../api/contract/platform/banners.ts';
import { notifications } from './rows/notifications.ts';
import { organizations } from './rows/organizations.ts';
import { list, people, rowId } from './rows/people.ts';

const bannerRow = z.object({
  id: rowId,
  attributes: banner.shape.attributes,
  /** The time of the last change of the row; its schedule has no effect before that. */
  since: z.string(),
});
export type BannerRow = z.infer<typeof bannerRow>;

const customization = z.object({
  /** Changed texts by attribute name. A text that is missing here has its initial value. */
  texts: z.record(z.string(), z.string()),
  enabledAvatarSources: z.array(z.string()),
});

/** An HCP organization, which names people by their ids. */
const hcpOrganization = z.object({
  id: rowId,
  name: z.string(),
  ownerEmail: z.nullable(z.string()),
  admins: z.array(z.string()),
  members: z.array(z.string()),
  connectedPlans: z.array(z.string()),
});

/** The whole state of the sandbox, as a plain object that can be written as JSON. */
export const world = z.object({
  ...people,
  ...organizations,
  ...notifications,
  banners: list(bannerRow),
  customization,
  hcpOrganizations: z.array(hcpOrganization),
  /** Downloads since the start, by module version id and day. */
  downloads: z._default(z.record(z.string(), z.record(z.string(), z.number())), {}),
});
export type World = z.infer<typeof world>;
