import { customization, customizationPatch } from '../../contract/platform/customization.ts';
import { defined, differences, phases, type Step, stepOf } from '../change.ts';
import type { ExportedPart, Kind, Planning, Reading } from '../kind.ts';
import type { EntryOf, Site } from '../site.ts';

const attributes = Object.keys(customizationPatch.shape);

/** The links and texts of the site. */
export const customizationKind: Kind = {
  name: 'customization',
  edition: 'self-hosted',
  writer: 'site-admin',
  ofOrganization: false,

  async plan({ parts }: Site, { service }: Planning): Promise<Step[]> {
    const [declared] = parts.customization;
    if (declared === undefined) return [];
    const { document } = declared;
    const thing = { kind: 'customization', organization: null, workspace: null, name: 'customization', document };
    const read = async () => (await service.call(customization.show, {})).data.attributes;

    const compare = (live: object): Step | undefined => {
      const changes = differences(comparable(declared.value), comparable(live));
      if (changes.length === 0) return undefined;
      const changed = changes.map(({ attribute }) => attribute);
      return stepOf(thing, {
        action: 'update',
        changes,
        phase: phases.site,
        again: async () => compare(await read()),
        async send() {
          const entries = Object.entries(declared.value).filter(([name]) => changed.includes(name));
          const body = { data: { type: 'customization-settings', attributes: Object.fromEntries(entries) } };
          await service.call(customization.update, { body });
          return {};
        },
      });
    };
    const step = compare(await read());
    return step === undefined ? [] : [step];
  },

  async export({ service }: Reading): Promise<ExportedPart> {
    const live: Record<string, unknown> = (await service.call(customization.show, {})).data.attributes;
    const names = attributes.filter((name) => live[name] !== undefined);
    return { value: Object.fromEntries(names.map((name) => [name, live[name] ?? ''])), omitted: [] };
  },
};

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
