import { endpoint } from '../endpoint.ts';

/** assumed: headers of an empty response tell the edition and the API version (docs/protocol/lookups.md#ping). */
export const ping = {
  show: endpoint('GET /ping', 'see the version of the service', 'anyone'),
};
