import { downloads } from './downloads-summary.ts';
import { modules } from './modules.ts';

/** Every path of the registry: `modules` below `/v1/modules/`, `downloads` below `/v2/modules/`. */
export const registryEndpoints = { modules, downloads };
