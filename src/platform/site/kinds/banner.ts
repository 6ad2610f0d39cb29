import { banner } from '../../resources/banner.ts';
import { comparedForm, differences, valuesOf } from '../../resources/comparison.ts';
import { put, withEmptyFields } from '../../resources/put.ts';
import type { Row } from '../../resources/resource.ts';
import { defined, initial, phaseOf, type Step, stepOf } from '../change.ts';
import { deletionsIn } from '../deletion.ts';
import type { Kind, Planning, Reading } from '../kind.ts';
import { listIn, rowsOf } from '../list.ts';
import type { Thing } from '../record.ts';
import type { Value } from '../site.ts';

const list = listIn('banner', banner, '', null);

/** The announcement of the site. The service lists only the active one (docs/protocol/banners.md#states). */
export const bannerKind: Kind = {
  name: 'banner',

  async plan({ parts }, planning) {
    const [declared] = parts.banner;
    const recorded = planning.record.entries(planning.organization).filter(({ kind }) => kind === 'banner');
    const thing = { kind: 'banner', organization: null, workspace: null, name: 'banner', document: declared?.document };
    if (declared) return [compare(declared.value, await active(planning), thing, planning)];
    if (!recorded.some(planning.isPrunable)) return [];
    return deletionsIn({ ...list }, await rowsOf(list, planning), new Set(), planning);
  },

  async export(reading) {
    const live = (await active(reading))?.attributes ?? {};
    const shown = Object.keys(banner.shape).filter((name) => live[name] !== undefined && live[name] !== null);
    return { content: Object.fromEntries(shown.map((name) => [name, live[name]])), omitted: [] };
  },
};

function compare(value: Value, live: Row | undefined, thing: Thing, planning: Planning): Step | undefined {
  const { now, plan, record, service } = planning;
  const { attributes } = withEmptyFields({ attributes: defined(value) }, banner.fields);
  const digest = JSON.stringify(attributes);
  const { call } = service;
  const change = (id: string) => () =>
    put(banner, { attributes }, { call, onExisting: 'update', existing: { id } }).then(() => ({ id }));
  const step = (given: Pick<Step, 'action' | 'send'> & Partial<Step>) =>
    stepOf(thing, live && valuesOf(banner, live, {}), {
      name: String(value.title),
      digest,
      phase: phaseOf('banner'),
      recheck: async () => compare(value, await active(planning), thing, planning),
      ...given,
    });
  const recorded = record.entries('').filter((entry) => entry.kind === 'banner' && entry.id !== null);
  const sent = live ? record.find(thing, live.id) : recorded.at(-1);
  for (const entry of recorded) if (entry !== sent) plan.vanished.push(entry);
  if (live !== undefined) {
    plan.existing.push({ thing, id: live.id, secrets: {} });
    const changes = differences(comparedForm(banner, attributes), comparedForm(banner, live.attributes));
    if (changes.length === 0) return undefined;
    const other = `It replaces the banner "${live.attributes.title}" (${live.id}), which was made elsewhere.`;
    const warnings = sent === undefined ? [other] : [];
    return step({ action: 'update', changes, warnings, id: live.id, send: change(live.id) });
  }
  const timeOf = (name: string) => Date.parse(String(attributes[name]));
  const isAhead = timeOf('scheduled-publish-at') > now().getTime();
  const id = isAhead ? (sent?.id ?? undefined) : undefined;
  if (timeOf('scheduled-expire-at') <= now().getTime() || (id && sent?.digest === digest)) {
    plan.existing.push({ thing, id: sent?.id ?? null, secrets: {} });
    return undefined;
  }
  const changes = initial(value);
  if (id) {
    const warnings = ['The service does not show a scheduled banner; all its attributes are sent.'];
    return step({ action: 'unknown', changes, warnings, id, send: change(id) });
  }
  const draft = { attributes: defined(value) };
  const send = () => put(banner, draft, { call, onExisting: 'fail' }).then(({ row }) => ({ id: row.id }));
  return step({ action: 'create', changes, send });
}

const active = async (reading: Reading): Promise<Row | undefined> => (await rowsOf(list, reading))[0];
