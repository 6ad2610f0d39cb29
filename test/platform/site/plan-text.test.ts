import { expect, test } from 'vitest';
import { planText } from '../../../src/commands/site/plan-text.ts';
import { Secret } from '../../../src/platform/site/change.ts';
import { anyText, forAll } from '../../support/properties.ts';

test('no text of a document or of the server can add a line to a plan', () => {
  forAll([anyText(), anyText()], (text, other) => {
    const thing = { kind: 'notification', name: text, workspace: other };
    const changes = [
      { attribute: 'url', from: other, to: text },
      { attribute: 'triggers', from: [other], to: [text] },
      { attribute: 'token', from: new Secret('unknown'), to: new Secret({ file: text, version: 2 }) },
    ];
    const unconfirmed = [`not pruned: notification ${text} (${other})`];
    const plan = planText([{ ...thing, action: 'update', changes, warnings: [text] }], { spared: 0, unconfirmed });
    const lines = plan.split('\n').filter((line) => !line.startsWith('    '));
    expect(lines.map((line) => line.replace(/^(~ update|not pruned:) notification .*/s, '$1'))).toEqual([
      '~ update',
      'not pruned:',
      '',
      'Plan: 0 to create, 1 to update, 0 to delete.',
      '',
    ]);
    expect(plan.match(/\(secret from file .*, version 2\)$/gm)).toHaveLength(1);
  });
});
