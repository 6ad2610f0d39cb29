import { expect, test } from 'vitest';
import { sign } from '../../src/api/contract/signature.ts';
import { createDiagnosis } from '../../src/webhooks/diagnose.ts';
import written from './json-writers.json' with { type: 'json' };

const tokens = [{ name: 'token 1', value: 'correct horse battery staple' }];
const diagnose = createDiagnosis(tokens);
const writers = Object.entries(written.writers);

/** Returns the writers whose text was signed, or received, without the diagnosis recognising it; each must get no other advice. */
function missed(signed: (text: string) => string, received: (text: string) => string): string[] {
  return writers.flatMap(([name, text]) => {
    const { cause } = diagnose(
      { body: Buffer.from(received(text)), headers: [] },
      sign(signed(text), tokens[0]!.value),
    );
    expect(['re-serialised', 'mismatch'], name).toContain(cause);
    return cause === 're-serialised' ? [] : [name];
  });
}

const own = (text: string) => text;
const compact = () => written.document;

test('the table has the texts of thirty JSON writers, all of one document', () => {
  expect(writers).toHaveLength(30);
  for (const [, text] of writers) expect(JSON.parse(text)).toEqual(JSON.parse(written.document));
});

// trust: T-247
test('the cause is found when the sender signed the text of any of thirty JSON writers and sent compact JSON', () => {
  expect(missed(own, compact)).toEqual([]);
});

// trust: T-247
test('the cause is found when the body was re-serialized on the way by any of thirty JSON writers', () => {
  expect(missed(compact, own)).toEqual([]);
});
