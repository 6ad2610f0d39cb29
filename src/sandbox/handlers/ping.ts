import type { ping } from '../../api/contract/platform/ping.ts';
import type { Handlers } from '../call.ts';

/** assumed: the headers, the version of the API, and the names of the editions (docs/protocol/lookups.md#ping). */
export const pingHandlers: Handlers<typeof ping> = {
  show: ({ edition, headers }) => {
    headers['tfp-api-version'] = '2.6';
    headers['tfp-appname'] = edition === 'hosted' ? 'HCP Terraform' : 'Terraform Enterprise';
  },
};
