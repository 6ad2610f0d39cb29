import type { platformEndpoints } from '../../contract/platform/index.ts';
import type { Handlers } from '../call.ts';
import { accountHandlers } from './account.ts';
import { bannerHandlers } from './banners.ts';

/** The handlers of the platform API, one line a resource: the compiler asks for those the contract has and no others. */
export const platformHandlers: {
  readonly [Resource in keyof typeof platformEndpoints]: Handlers<(typeof platformEndpoints)[Resource]>;
} = {
  banners: bannerHandlers,
  account: accountHandlers,
};
