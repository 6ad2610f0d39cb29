import { endpoint } from '../endpoint.ts';

/** assumed: how clients tell the edition and the version of the API, by headers of an empty answer (docs/protocol/lookups.md#ping). */
export const ping = {
  show: endpoint('GET /ping', { access: 'anyone', status: 204 }),
};
