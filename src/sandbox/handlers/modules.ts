import { locationHeaders } from '../../contract/dialect.ts';
import type { modules } from '../../contract/registry/modules.ts';
import { detailOf, summaryOf, versionsOf } from '../../publish/answers.ts';
import { findModule, findRelease, type ModuleName, type PublishedModule } from '../../publish/catalogue.ts';
import { BadQuery, filterModules, pageOf, searchModules } from '../../publish/listing.ts';
import { type Release, releaseId } from '../../publish/release.ts';
import type { Call, Handlers } from '../call.ts';
import { locationOf } from '../locations.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { State } from '../state.ts';

/** Part 2, Endpoints. */
export const moduleHandlers: Handlers<typeof modules> = {
  list: (call) => listOf(call, filterModules(call.catalogue, call.query)),

  namespace: (call) => listOf(call, filterModules(call.catalogue, call.query, call.params.namespace)),

  search: (call) => {
    const search = call.query.get('q')?.trim();
    if (!search) throw new Refusal(400, { title: 'bad request', detail: 'q is required' });
    return listOf(call, searchModules(filterModules(call.catalogue, call.query, call.query.get('namespace')), search));
  },

  versions: ({ catalogue, params }) => versionsOf(catalogue, found(findModule(catalogue, params))),

  download: ({ catalogue, params, state, styleOf, url, headers }) => {
    const release = found(findRelease(catalogue, params));
    state.countDownload(releaseId(release));
    const location = locationOf(release, styleOf(release), url);
    for (const header of locationHeaders) headers[header] = location;
  },

  latest: ({ catalogue, params, state }) =>
    detailOf(catalogue, found(findModule(catalogue, params)).latest, counting(state)),

  show: ({ catalogue, params, state }) =>
    detailOf(catalogue, found(findRelease(catalogue, params satisfies ModuleName)), counting(state)),
};

function listOf({ path, query, state }: Call, modules: readonly PublishedModule[]) {
  try {
    const { meta, page } = pageOf(modules, path, query);
    return { meta, modules: page.map(({ latest }) => summaryOf(latest, counting(state))) };
  } catch (error) {
    if (error instanceof BadQuery) throw new Refusal(400, { title: 'bad request', detail: error.message });
    throw error;
  }
}

function counting(state: State) {
  return (release: Release) => release.downloads + state.downloadsOf(releaseId(release));
}

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw notFound();
  return thing;
}
