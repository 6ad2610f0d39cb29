import { banner } from '../../resources/banner.ts';
import { comparedForm, differences } from '../../resources/comparison.ts';
import { exactly, put } from '../../resources/put.ts';
import type { Row } from '../../resources/resource.ts';
import { defined, initial, phaseOf, type Step, stepOf, type Thing } from '../change.ts';
import { deletionsOf } from '../deletion.ts';
import type { Kind, Planning, Reading } from '../kind.ts';
import { type List, rowsOf } from '../live.ts';
import type { Value } from '../site.ts';

const place = { place: '', resource: banner };

/** The announcement of the site. The service lists only the active one (docs/protocol/banners.md#states). */
export const bannerKind: Kind = {
  name: 'banner',

  async plan({ parts }, planning) {
    const [declared] = parts.banner;
    const entry = planning.prunable().find(({ kind }) => kind === 'banner');
    const thing = { kind: 'banner', organization: null, workspace: null, name: 'banner', document: declared?.document };
    if (declared) return [compare(declared.value, await active(planning), thing, planning)];
    if (entry === undefined) return [];
    const list: List = { name: 'banner', ...place, workspace: null };
    const live = { rows: await rowsOf(list, planning), names: {} };
    return deletionsOf(list, { thing, entry }, live, planning);
  },

  async export(reading) {
    const live = (await active(reading))?.attributes ?? {};
    const shown = Object.keys(banner.shape).filter((name) => live[name] !== undefined && live[name] !== null);
    return { content: Object.fromEntries(shown.map((name) => [name, live[name]])), omitted: [] };
  },
};

function compare(value: Value, live: Row | undefined, thing: Thing, planning: Planning): Step | undefined {
  const { now, record, service } = planning;
  const { attributes } = exactly({ attributes: defined(value) }, banner.fields);
  const digest = JSON.stringify(attributes);
  const writing = { call: service.call };
  const change = (id: string) => () =>
    put(banner, { attributes }, { ...writing, onExisting: 'update', existing: { id } }).then(() => ({ id }));
  const step = (given: Pick<Step, 'action' | 'send'> & Partial<Step>) =>
    stepOf(thing, {
      name: String(value.title),
      digest,
      phase: phaseOf('banner'),
      again: async () => compare(value, await active(planning), thing, planning),
      ...given,
    });
  const sent = record.find(thing);
  if (live !== undefined) {
    planning.plan.existing.push({ thing, id: live.id });
    const changes = differences(comparedForm(banner, attributes), comparedForm(banner, live.attributes));
    if (changes.length === 0) return undefined;
    const other = `It replaces the banner "${live.attributes.title}" (${live.id}), which was made elsewhere.`;
    const warnings = sent?.id === live.id ? [] : [other];
    return step({ action: 'update', changes, warnings, id: live.id, send: change(live.id) });
  }
  const timeOf = (name: string) => Date.parse(String(attributes[name]));
  const isAhead = timeOf('scheduled-publish-at') > now().getTime();
  const id = isAhead ? (sent?.id ?? undefined) : undefined;
  if (timeOf('scheduled-expire-at') <= now().getTime() || (id && sent?.digest === digest)) {
    planning.plan.existing.push({ thing, id: null });
    return undefined;
  }
  const changes = initial(value);
  if (id) {
    const warnings = ['The service does not show a scheduled banner; all its attributes are sent.'];
    return step({ action: 'unknown', changes, warnings, id, send: change(id) });
  }
  const send = async () => ({
    id: (await put(banner, { attributes: defined(value) }, { ...writing, onExisting: 'fail' })).row.id,
  });
  return step({ action: 'create', changes, send });
}

async function active(reading: Reading): Promise<Row | undefined> {
  return (await rowsOf(place, reading))[0];
}
