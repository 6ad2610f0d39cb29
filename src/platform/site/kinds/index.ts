import { isListName, isOfSite, type PartName, partNames, parts } from '../../resources/index.ts';
import { isHere, type Kind } from '../kind.ts';
import { listKind } from '../list-kind.ts';
import type { KnownEdition } from '../service.ts';
import { settingKind } from '../setting-kind.ts';
import { bannerKind } from './banner.ts';
import { teamKind } from './teams.ts';

export const kinds: readonly Kind[] = partNames.map(kindOf);

export const kindsOf = (edition: KnownEdition, organization: string) =>
  kinds.filter(({ name }) => isHere(name, edition) && (isOfSite(name) || organization !== ''));

function kindOf(name: PartName): Kind {
  if (isListName(name)) return listKind(name);
  if (name === 'teams') return teamKind;
  return name === 'banner' ? bannerKind : settingKind(name, parts[name]);
}
