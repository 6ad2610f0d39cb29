import content from './built-in-world.json' with { type: 'json' };
import type { TokenKind } from './rows/people.ts';
import type { Tokens } from './tokens.ts';
import { type World, world } from './world.ts';

export const builtInPassword = 'sandbox-password';

/**
 * Returns the initial world of a sandbox: `acme`, on a paid plan that counts resources, and `globex` on a free one. `olive` owns acme, `sol`
 * owns globex. `nell` is in acme but in no team, `max` is not in the first team, and `ivo` is only invited. The team `platform`
 * (`uma`) administers the second workspace. Both workspaces are linked to the one OAuth client. One plan is not current, one is not
 * active, and one is not public. assumed: everything in this world (docs/protocol/sandbox.md#built-in-world). Ids have a prefix and
 * sixteen letters and digits (docs/protocol/lookups.md#names).
 */
export function builtInWorld(tokens: Tokens): World {
  const { featureSets, planAttributes, tokens: callers, users, ...others } = content;
  return world.parse({
    ...others,
    tokens: callers.map((row) => ({ ...row, token: tokens[row.kind as TokenKind] })),
    users: users.map((row) => ({ passwordHash: null, siteAdmin: false, service: false, ...row })),
    featureSets: featureSets.map(({ attributes, ...row }) => {
      return { active: true, public: true, ...row, attributes: { ...planAttributes, ...attributes } };
    }),
  });
}
