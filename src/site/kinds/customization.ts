import { customization, customizationPatch } from '../../contract/platform/customization.ts';
import { differences } from '../../resources/comparison.ts';
import { defined } from '../change.ts';
import { settingKind } from '../setting-kind.ts';
import type { EntryOf } from '../site.ts';

const attributes = Object.keys(customizationPatch.shape);

/** The links and texts of the site. */
export const customizationKind = settingKind({
  name: 'customization',
  edition: 'self-hosted',
  writer: 'site-admin',

  async read({ service }): Promise<Record<string, unknown>> {
    return (await service.call(customization.show, {})).data.attributes;
  },

  compare(value, live, _, { service }) {
    const changes = differences(comparable(value), comparable(live));
    if (changes.length === 0) return undefined;
    const changed = changes.map(({ attribute }) => attribute);
    const attributes = Object.fromEntries(Object.entries(value).filter(([name]) => changed.includes(name)));
    const body = { data: { type: 'customization-settings', attributes } };
    return { action: 'update', changes, send: () => service.call(customization.update, { body }).then(() => ({})) };
  },

  exported(live) {
    const names = attributes.filter((name) => live[name] !== undefined);
    return { content: Object.fromEntries(names.map((name) => [name, live[name] ?? ''])), omitted: [] };
  },
});

/** A cleared text is empty, as an export has it. A write replaces the list of avatar sources, so that a source that is not in it is disabled (docs/protocol/customization.md#assumed). */
function comparable(given: object): object {
  const { 'avatar-sources': sources, ...texts } = given as EntryOf<'customization'>;
  const enabled = new Map(sources?.map(({ enabled, source }) => [source, enabled]));
  const cleared = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text === null ? '' : text]));
  return defined({
    ...cleared,
    'avatar-sources': sources && [...enabled].flatMap(([source, on]) => (on ? source : [])),
  });
}
