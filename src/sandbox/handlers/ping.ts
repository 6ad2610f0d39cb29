import { ping } from '../../api/contract/platform/ping.ts';
import { served } from '../router.ts';

/** assumed: the headers, the version of the API, and the names of the editions (docs/protocol/lookups.md#ping). */
export const servedPing = served(ping, {
  show: ({ edition, headers }) => {
    headers['tfp-api-version'] = '2.6';
    headers['tfp-appname'] = edition === 'hosted' ? 'HCP Terraform' : 'Terraform Enterprise';
  },
});
