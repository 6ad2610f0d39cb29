import { comparedForm, differences } from '../../resources/comparison.ts';
import { isListName, isOfSite, type PartName, partNames, parts } from '../../resources/index.ts';
import type { Row, Setting } from '../../resources/resource.ts';
import { initial, phaseOf, type Step, stepOf } from '../change.ts';
import { isInEdition, type Kind, type Planning } from '../kind.ts';
import { listKind } from '../list-kind.ts';
import type { Thing } from '../record.ts';
import type { KnownEdition } from '../service.ts';
import type { Value } from '../site.ts';
import { bannerKind } from './banner.ts';
import { teamKind } from './teams.ts';

export const kinds: readonly Kind[] = partNames.map(kindOf);

export const kindsOf = (edition: KnownEdition, organization: string) =>
  kinds.filter(({ name }) => isInEdition(name, edition) && (isOfSite(name) || organization !== ''));

function kindOf(name: PartName): Kind {
  if (isListName(name)) return listKind(name);
  if (name === 'teams') return teamKind;
  return name === 'banner' ? bannerKind : settingKind(name, parts[name]);
}

type Live = Pick<Row, 'attributes'> | undefined;

/** Returns the kind of a part that exists once and is compared as a whole. A value that the service hides is sent if it differs from the last one that was sent. */
function settingKind(name: PartName, setting: Setting): Kind {
  const { fields, read, type, update } = setting;

  function compare(value: Value, live: Live, thing: Thing, planning: Planning): Step | undefined {
    const { organization, record, service } = planning;
    const declaredForm = comparedForm(setting, value);
    const liveForm = live && comparedForm(setting, live.attributes);
    const changes = liveForm ? differences(declaredForm, liveForm) : initial(declaredForm);
    const digest = live ? undefined : JSON.stringify(declaredForm);
    if (live ? changes.length === 0 : record.find(thing, null)?.digest === digest) return undefined;
    const changed = changes.map(({ attribute }) => [attribute, value[attribute]]);
    const body = { data: { type, attributes: Object.fromEntries(changed) } };
    return stepOf(thing, liveForm, {
      action: live ? 'update' : 'unknown',
      phase: phaseOf(name),
      changes,
      warnings: live ? [] : ['The service does not show the current value; the declared one is sent.'],
      digest,
      recheck: async () => compare(value, await read(service.call, organization), thing, planning),
      send: () => service.call(update, { ...{ organization_name: organization }, body }).then(() => ({})),
    });
  }

  return {
    name,

    async plan({ parts: { [name]: declared } }, planning) {
      const [only] = declared;
      if (only === undefined) return [];
      const organization = isOfSite(name) ? null : planning.organization;
      const thing = { kind: name, organization, workspace: null, name: organization ?? name, document: only.document };
      const live = await read(planning.service.call, planning.organization);
      return [compare(only.value, live, thing, planning)];
    },

    async export({ organization, service }) {
      const live = await read(service.call, organization);
      if (live === undefined) return { omitted: [`${name}: the service does not show it`] };
      const compared = comparedForm(setting, live.attributes);
      const values = Object.keys(fields).map((field) => [field, live.attributes[field] || compared[field]]);
      const shown = values.filter(([, value]) => value !== undefined && value !== null);
      return { content: Object.fromEntries(shown), omitted: [] };
    },
  };
}
