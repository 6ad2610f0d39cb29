import { account } from './account.ts';
import { banners } from './banners.ts';

/** Every operation of the platform API, resource by resource. */
export const platformEndpoints = { banners, account };
