import { isListName, type PartName, partNames, parts } from '../../resources/index.ts';
import type { Kind } from '../kind.ts';
import { listKind } from '../list-kind.ts';
import { settingKind } from '../setting-kind.ts';
import { bannerKind } from './banner.ts';
import { teamKind } from './teams.ts';

/** Every kind, in the order of a document. */
export const kinds: readonly Kind[] = partNames.map(kindOf);

function kindOf(name: PartName): Kind {
  if (isListName(name)) return listKind(name);
  if (name === 'teams') return teamKind;
  return name === 'banner' ? bannerKind : settingKind(name, parts[name]);
}
