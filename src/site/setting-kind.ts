import { phases, type Step, stepOf, type Thing } from './change.ts';
import { type ExportedPart, isOfSite, type Kind, type Planning, type Reading } from './kind.ts';
import type { KindName } from './kind-names.ts';
import type { Declared, EntryOf } from './site.ts';

/** A part of a site that exists once. */
interface Setting<Name extends KindName, Live> extends Omit<Kind, 'plan' | 'export'> {
  name: Name;
  read(reading: Reading): Promise<Live>;
  /** The change to what is declared; undefined if nothing differs. */
  compare(
    value: EntryOf<Name>,
    live: Live,
    thing: Thing,
    planning: Planning,
  ): (Pick<Step, 'action' | 'send'> & Partial<Step>) | undefined;
  exported(live: Live): ExportedPart;
}

/** A part that exists once, read and compared as a whole. */
export function settingKind<Name extends KindName, Live>(setting: Setting<Name, Live>): Kind {
  const { compare, exported, read, ...kind } = setting;
  return {
    ...kind,

    async plan({ parts }, planning) {
      const [declared] = parts[kind.name] as Declared<EntryOf<Name>>[];
      if (declared === undefined) return [];
      const { document, value } = declared;
      const organization = isOfSite(kind) ? null : planning.organization;
      const thing = { kind: kind.name, organization, workspace: null, name: organization ?? kind.name, document };
      const stepFrom = (live: Live): Step | undefined => {
        const change = compare(value, live, thing, planning);
        const again = async () => stepFrom(await read(planning));
        return change && stepOf(thing, { phase: phases.site, again, ...change });
      };
      return [stepFrom(await read(planning)) ?? []].flat();
    },

    export: async (reading) => exported(await read(reading)),
  };
}
