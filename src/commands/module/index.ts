import { audit } from './audit.ts';
import { cache } from './cache/index.ts';
import { diff } from './diff.ts';
import { downloadVerb } from './download.ts';
import { installVerb } from './install.ts';
import { latest } from './latest.ts';
import { list } from './list.ts';
import { lock } from './lock.ts';
import { mirror } from './mirror.ts';
import { outdatedVerb } from './outdated.ts';
import { sbom } from './sbom.ts';
import { search } from './search.ts';
import { serve } from './serve.ts';
import { show } from './show.ts';
import { source } from './source.ts';
import { stats } from './stats.ts';
import { tree } from './tree.ts';
import { update } from './update.ts';
import { verifyVerb } from './verify.ts';
import { versions } from './versions.ts';

export const noun = {
  groups: {
    Find: [search, list, show, latest, versions, stats, source, diff],
    Download: [downloadVerb, cache],
    Lock: [lock, installVerb, verifyVerb, outdatedVerb, update, tree, sbom, audit],
    Mirror: [mirror, serve],
  },
};
