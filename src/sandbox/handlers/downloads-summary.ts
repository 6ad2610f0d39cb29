import { downloads } from '../../api/contract/registry/downloads-summary.ts';
import { findModule, type Release, releaseId } from '../../modules/publish/release.ts';
import { downloadsInDays } from '../downloads.ts';
import { orNotFound } from '../reply.ts';
import { served } from '../router.ts';

/** assumed: a week, a month and a year are the last 7, 30 and 365 days, including today (docs/protocol/registry.md#downloads). */
export const servedDownloads = served(downloads, {
  summary: ({ catalogue, params, state, now }) => {
    const module = orNotFound(findModule(catalogue, params));
    const sum = (count: (release: Release) => number) =>
      module.releases.reduce((total, release) => total + count(release), 0);
    const within = (days: number) =>
      sum((release) => downloadsInDays(state.world.downloads, releaseId(release), now, days));
    return {
      data: {
        type: 'module-downloads-summary',
        // assumed: the id is the address of the module, as recorded from the public registry (docs/protocol/registry.md#downloads).
        id: `${module.namespace}/${module.name}/${module.provider}`,
        attributes: {
          week: within(7),
          month: within(30),
          year: within(365),
          total: sum((release) => release.downloads + downloadsInDays(state.world.downloads, releaseId(release), now)),
        },
      },
    };
  },
});
