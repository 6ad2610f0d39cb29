import { describe, expect, test } from 'vitest';
import { parseFamily, parseWhole } from '../../../src/modules/registry/resolve.ts';
import { thrown } from '../../support/thrown.ts';

describe('a name without a provider', () => {
  test.each([
    ['acme/network', { namespace: 'acme', name: 'network' }],
    [' acme/network ', { namespace: 'acme', name: 'network' }],
    ['Acme/Net_work', { namespace: 'Acme', name: 'Net_work' }],
  ])('accepts %j as a name without a provider', (text, expected) => {
    expect(parseFamily(text)).toEqual({ host: undefined, odd: undefined, text: text.trim(), ...expected });
  });

  test.each(['example.com/acme/network', 'example.com:8443/acme/network'])(
    'accepts %s as a name without a provider on a host',
    (text) => {
      expect(parseFamily(text)?.host?.ascii).toBe(text.split('/')[0]);
    },
  );

  test.each(['acme/network/cloud', 'example.com/acme/network/cloud', 'acme/network@1.0.0', ''])(
    'does not accept %j as a name without a provider',
    (text) => {
      expect(parseFamily(text)).toBeUndefined();
    },
  );

  test.each(['acme', 'acme/', 'example.com/acme'])(
    'rejects the publisher %j with a hint to list its modules',
    (text) => {
      expect(() => parseFamily(text)).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(`${JSON.stringify(text)} is a publisher`),
          hint: expect.stringContaining('svc module list acme'),
        }),
      );
    },
  );

  test.each(['-acme/network', 'acme/network-', 'acme/net.work'])('accepts %j, which the stock tool rejects', (text) => {
    expect(parseFamily(text)?.odd).toHaveLength(1);
  });

  test.each(['acme/net work', 'acme/a?b', 'acme/..'])('%j is rejected with its reason', (text) => {
    expect(() => parseFamily(text)).toThrow(`${JSON.stringify(text)} is not a module address`);
  });
});

test('rejects a version or a folder where only a whole module is allowed', () => {
  expect(parseWhole('acme/network/cloud')).toMatchObject({ namespace: 'acme', provider: 'cloud' });
  for (const text of ['a/b/c@1.0.0', 'a/b/c@~> 1', 'a/b/c//x', 'a/b/c//x@1.0.0'])
    expect(thrown(() => parseWhole(text))).toMatchObject({
      message: expect.stringContaining('works on whole modules'),
      hint: 'Type a/b/c',
    });
});
