import { teams } from '../../api/contract/platform/teams.ts';
import { idNamed } from '../../cli/by-name.ts';
import { teamWords } from '../../cli/lookup.ts';
import { showVerb } from '../../cli/resource-verbs.ts';
import { team as resource } from '../../platform/resources/team.ts';
import { memberVerbs } from './change-members.ts';
import { list } from './list.ts';
import { members } from './members.ts';
import { teamSentence } from './names.ts';
import { set } from './set.ts';

const show = showVerb({
  view: resource.view,
  about: 'Show a team',
  text: teamSentence,
  argument: ['[team]', teamWords],
  calls: [teams.list, teams.show],
  examples: ['svc team show platform', 'svc team show acme/platform --jq .id'],
  read: async (context, typed) => {
    const team_id = await idNamed(resource, typed, 'team', context);
    return [(await context.platform(teams.show, { team_id })).data];
  },
});

export const noun = { verbs: [list, show, members, set, ...memberVerbs] };
