import { type Banner, bannerDraft, banners } from '../../contract/platform/banners.ts';
import { defined, differences, initial, phases, type Step, stepOf } from '../change.ts';
import { deletion, pruned } from '../deletion.ts';
import type { ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import { all, type Service } from '../service.ts';
import type { Site } from '../site.ts';

const attributes = Object.keys(bannerDraft.shape);
const schedule = { 'scheduled-publish-at': null, 'scheduled-expire-at': null };

/** The announcement of the site. The service lists only the active one (docs/protocol/banners.md#states). */
export const bannerKind: Kind = {
  name: 'banner',
  edition: 'self-hosted',
  writer: 'site-admin',
  ofOrganization: false,

  async plan({ parts }: Site, planning: Planning): Promise<Step[]> {
    const [banner] = parts.banner;
    const { now, prunable, record, service } = planning;
    const thing = { kind: 'banner', organization: null, workspace: null, name: 'banner', document: banner?.document };
    const read = () => activeBanner(service);
    if (banner === undefined) {
      const [entry] = prunable('banner');
      if (entry === undefined) return [];
      const deleting = {
        phase: phases.site,
        read,
        named: (live: Banner | undefined) => new Map(live && [[live.id, live.attributes]]),
        remove: (id: string) => service.call(banners.remove, { id }),
      };
      return pruned(await deletion({ thing, entry }, await read(), deleting, planning), planning);
    }

    const compare = (live: Banner | undefined): Step | undefined => {
      const again = async () => compare(await read());
      const wanted = { ...schedule, ...defined(banner.value) };
      const digest = JSON.stringify(wanted);
      const body = { data: { type: 'admin-banners', attributes: wanted } };
      const make = async () => ({ id: (await service.call(banners.create, { body })).data.id });
      const shared = { name: banner.value.title, phase: phases.site, digest, again };
      if (live !== undefined) {
        const changes = differences(inUtc(wanted), inUtc(live.attributes));
        if (changes.length === 0) return undefined;
        const isOwn = record.find(thing)?.id === live.id;
        const warnings = isOwn
          ? []
          : [`It replaces the banner "${live.attributes.title}" (${live.id}), which was made elsewhere.`];
        const send = () => service.call(banners.update, { id: live.id, body }).then(() => ({ id: live.id }));
        return stepOf(thing, { ...shared, action: 'update', changes, warnings, id: live.id, send });
      }
      const sent = record.find(thing);
      const [starts, ends] = [wanted['scheduled-publish-at'], wanted['scheduled-expire-at']].map((time) =>
        Date.parse(time ?? ''),
      );
      const isOver = ends !== undefined && ends <= now().getTime();
      const isAhead = starts !== undefined && starts > now().getTime();
      if ((isAhead && sent?.id && sent.digest === digest) || isOver) return undefined;
      if (isAhead && sent?.id) {
        const { id } = sent;
        const warnings = ['The service does not show a scheduled banner; all its attributes are sent.'];
        const send = () => service.call(banners.update, { id, body }).then(() => ({ id }));
        return stepOf(thing, { ...shared, action: 'unknown', changes: initial(banner.value), warnings, id, send });
      }
      return stepOf(thing, { ...shared, action: 'create', changes: initial(banner.value), send: make });
    };

    const live = await read();
    const step = compare(live);
    if (step === undefined || live !== undefined) planning.exists(thing, live?.id ?? null, []);
    return [step ?? []].flat();
  },

  async export({ service }: Reading): Promise<ExportedPart> {
    const live: Record<string, unknown> | undefined = (await activeBanner(service))?.attributes;
    if (live === undefined) return { omitted: [] };
    const names = attributes.filter((name) => live[name] !== undefined && live[name] !== null);
    return { value: Object.fromEntries(names.map((name) => [name, live[name]])), omitted: [] };
  },
};

async function activeBanner(service: Service): Promise<Banner | undefined> {
  return (await all(service.list(banners.list, {})))[0];
}

/** Attributes with times in one form. */
function inUtc(given: object): object {
  const utc = (value: unknown) => {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? value : new Date(time).toISOString();
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, name.endsWith('-at') ? utc(value) : value]),
  );
}
