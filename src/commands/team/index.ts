import { teams } from '../../api/contract/platform/teams.ts';
import { teamId, teamWords } from '../../cli/lookup.ts';
import { pickOne } from '../../cli/pick.ts';
import { showVerb } from '../../cli/resource-verbs.ts';
import type { Noun } from '../../cli/verb.ts';
import { team as resource } from '../../platform/resources/team.ts';
import { memberVerbs } from './change-members.ts';
import { list } from './list.ts';
import { members } from './members.ts';
import { set } from './set.ts';

const show = showVerb({
  view: resource.view,
  about: 'Show a team',
  argument: ['[team]', teamWords],
  calls: [teams.list, teams.show],
  examples: ['svc team show platform', 'svc team show acme/platform --jq .id'],
  read: async (context, typed) => {
    const text = typed ?? (await pickOne(resource, context, '<team>'));
    return [(await context.platform(teams.show, { team_id: await teamId(text, context) })).data];
  },
});

export const noun: Noun = {
  verbs: {
    Commands: [list, show, members, set, ...memberVerbs],
  },
};
