import { type Banner, bannerDraft, banners } from '../../contract/platform/banners.ts';
import { differences } from '../../resources/comparison.ts';
import { defined, initial, phases } from '../change.ts';
import { deletion, pruned } from '../deletion.ts';
import type { Kind, Planning } from '../kind.ts';
import { all, type Service } from '../service.ts';
import { settingKind } from '../setting-kind.ts';

const attributes = Object.keys(bannerDraft.shape);
const schedule = { 'scheduled-publish-at': null, 'scheduled-expire-at': null };

const setting = settingKind({
  name: 'banner',
  edition: 'self-hosted',
  writer: 'site-admin',
  read: activeBanner,

  compare(value, live: Banner | undefined, thing, planning) {
    const { now, record, service } = planning;
    const wanted = { ...schedule, ...defined(value) };
    const digest = JSON.stringify(wanted);
    const body = { data: { type: 'admin-banners', attributes: wanted } };
    const shared = { name: value.title, digest };
    const update = (id: string) => () => service.call(banners.update, { id, body }).then(() => ({ id }));
    const sent = record.find(thing);
    if (live !== undefined) {
      planning.exists(thing, live.id, []);
      const changes = differences(inUtc(wanted), inUtc(live.attributes));
      if (changes.length === 0) return undefined;
      const warnings =
        sent?.id === live.id
          ? []
          : [`It replaces the banner "${live.attributes.title}" (${live.id}), which was made elsewhere.`];
      return { ...shared, action: 'update', changes, warnings, id: live.id, send: update(live.id) };
    }
    const [starts, ends] = [wanted['scheduled-publish-at'], wanted['scheduled-expire-at']].map((time) =>
      Date.parse(time ?? ''),
    );
    const isOver = ends !== undefined && ends <= now().getTime();
    const isAhead = starts !== undefined && starts > now().getTime();
    const id = isAhead ? sent?.id : undefined;
    const changes = initial(value);
    if (isOver || (id && sent?.digest === digest)) {
      planning.exists(thing, null, []);
      return undefined;
    }
    if (id) {
      const warnings = ['The service does not show a scheduled banner; all its attributes are sent.'];
      return { ...shared, action: 'unknown', changes, warnings, id, send: update(id) };
    }
    const send = async () => ({ id: (await service.call(banners.create, { body })).data.id });
    return { ...shared, action: 'create', changes, send };
  },

  exported(banner) {
    if (banner === undefined) return { omitted: [] };
    const live: Record<string, unknown> = banner.attributes;
    const names = attributes.filter((name) => live[name] !== undefined && live[name] !== null);
    return { content: Object.fromEntries(names.map((name) => [name, live[name]])), omitted: [] };
  },
});

/** The announcement of the site. The service lists only the active one (docs/protocol/banners.md#states). */
export const bannerKind: Kind = {
  ...setting,

  async plan(site, planning: Planning) {
    const [entry] = site.parts.banner.length > 0 ? [] : planning.prunable('banner');
    if (entry === undefined) return setting.plan(site, planning);
    const deleting = {
      phase: phases.site,
      read: () => activeBanner(planning),
      named: (live: Banner | undefined) => new Map(live && [[live.id, live.attributes]]),
      remove: (id: string) => planning.service.call(banners.remove, { id }),
    };
    const thing = { kind: 'banner', organization: null, workspace: null, name: 'banner' };
    return pruned(await deletion({ thing, entry }, await deleting.read(), deleting, planning), planning);
  },
};

async function activeBanner({ service }: { service: Service }): Promise<Banner | undefined> {
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
