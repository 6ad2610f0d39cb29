import { expect, test } from 'vitest';
import { newestFirst } from '../../../src/modules/address/choose.ts';
import { parseConstraint } from '../../../src/modules/address/constraint.ts';

const sift = (versions: string[], constraint?: string, pre?: boolean) => {
  const asked = constraint === undefined ? undefined : parseConstraint(constraint);
  const { shown, hidden, ignored, newest } = newestFirst(
    versions.map((version) => ({ version })),
    { constraint: asked, ...(pre === undefined ? {} : { pre }) },
  );
  return [shown.map(({ version }) => version), hidden.map(({ version }) => version), ignored, newest];
};

test.each<[string, unknown[], unknown[]]>([
  ['numbers are compared', [['1.9.0', '1.10.0', '1.2.0']], [['1.10.0', '1.9.0', '1.2.0'], [], [], '1.10.0']],
  ['prereleases are hidden', [['1.0.0', '2.0.0-rc1']], [['1.0.0'], ['2.0.0-rc1'], [], '1.0.0']],
  [
    'prereleases are shown on request',
    [['1.0.0', '2.0.0-rc1'], undefined, true],
    [['2.0.0-rc1', '1.0.0'], [], [], '1.0.0'],
  ],
  [
    'a prerelease is shown if it is requested exactly',
    [['1.0.0', '2.0.0-rc1'], '2.0.0-rc1'],
    [['2.0.0-rc1'], [], [], '1.0.0'],
  ],
  ['a != constraint shows no prerelease', [['1.0.0', '2.0.0-rc1'], '!= 2.0.0-rc1'], [['1.0.0'], [], [], '1.0.0']],
  ['a plain bound matches no prerelease', [['1.0.0', '2.0.0-rc1'], '>= 1', true], [['1.0.0'], [], [], '1.0.0']],
  [
    'a list of prereleases has no newest version',
    [['1.0.0-a', '1.0.0-b']],
    [[], ['1.0.0-b', '1.0.0-a'], [], undefined],
  ],
  ['texts that are not versions are returned separately', [['1.0.0', '', 'x']], [['1.0.0'], [], ['', 'x'], '1.0.0']],
  ['a version keeps its spelling', [['v1.0', '2']], [['2', 'v1.0'], [], [], '2']],
  ['an empty list has no newest version', [[]], [[], [], [], undefined]],
])('chooses the expected version from a list: %s', (_, given, expected) => {
  expect(sift(...(given as Parameters<typeof sift>))).toEqual(expected);
});
