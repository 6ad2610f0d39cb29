import { locationHeaders } from '../../api/contract/dialect.ts';
import { modules } from '../../api/contract/registry/modules.ts';
import { detailOf, summaryOf, versionsOf } from '../../modules/publish/answers.ts';
import { BadQuery, filterModules, pageOf, searchModules } from '../../modules/publish/list-query.ts';
import {
  findModule,
  findRelease,
  type ModuleName,
  type PublishedModule,
  type Release,
  releaseId,
} from '../../modules/publish/release.ts';
import type { Call } from '../call.ts';
import { countDownload, downloadsInDays } from '../downloads.ts';
import { downloadPath, locationOf } from '../locations.ts';
import { notFound, orNotFound, Rejection } from '../reply.ts';
import { served } from '../router.ts';

/** See docs/protocol/registry.md#endpoints. */
export const servedModules = served(modules, {
  list: (call) => listOf(call, () => filterModules(call.catalogue, call.query)),

  namespace: (call) => listOf(call, () => filterModules(call.catalogue, call.query, call.params.namespace)),

  search: (call) => listOf(call, () => searchModules(call.catalogue, call.query)),

  versions: ({ catalogue, params }) => versionsOf(catalogue, orNotFound(findModule(catalogue, params))),

  download: async ({ catalogue, isHead, params, state, now, save, styleOf, url, headers }) => {
    const release = orNotFound(findRelease(catalogue, params));
    if (!isHead) {
      countDownload(state.world.downloads, releaseId(release), now);
      await save();
    }
    const location = locationOf(release, styleOf(release), url);
    for (const header of locationHeaders) headers[header] = location;
  },

  latestOfProviders: (call) => {
    const { namespace, name } = call.params;
    const all = call.catalogue.filter((each) => each.namespace === namespace && each.name === name);
    // assumed: an unknown name is a 404, not an empty list (docs/protocol/registry.md#lists).
    if (all.length === 0) throw notFound();
    return listOf(call, () => all);
  },

  latestDownload: ({ catalogue, params, headers }) => {
    // assumed: the location is relative to the host, as recorded from the public registry (docs/protocol/registry.md#download-answers).
    headers.location = downloadPath(orNotFound(findModule(catalogue, params)).latest);
  },

  latest: (call) =>
    detailOf(call.catalogue, orNotFound(findModule(call.catalogue, call.params)).latest, counting(call)),

  show: (call) =>
    detailOf(call.catalogue, orNotFound(findRelease(call.catalogue, call.params satisfies ModuleName)), counting(call)),
});

function listOf(call: Call, modules: () => readonly PublishedModule[]) {
  try {
    const { meta, page } = pageOf(modules(), call.path, call.query);
    return { meta, modules: page.map(({ latest }) => summaryOf(latest, counting(call))) };
  } catch (error) {
    if (error instanceof BadQuery) throw new Rejection(400, { title: 'bad request', detail: error.message });
    throw error;
  }
}

function counting({ state, now }: Pick<Call, 'state' | 'now'>) {
  return (release: Release) => release.downloads + downloadsInDays(state.world.downloads, releaseId(release), now);
}
