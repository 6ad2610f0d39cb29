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
  ['unless they are wanted', [['1.0.0', '2.0.0-rc1'], undefined, true], [['2.0.0-rc1', '1.0.0'], [], [], '1.0.0']],
  ['or asked for exactly', [['1.0.0', '2.0.0-rc1'], '2.0.0-rc1'], [['2.0.0-rc1'], [], [], '1.0.0']],
  ['which != does not do', [['1.0.0', '2.0.0-rc1'], '!= 2.0.0-rc1'], [['1.0.0'], [], [], '1.0.0']],
  ['a plain bound matches no prerelease', [['1.0.0', '2.0.0-rc1'], '>= 1', true], [['1.0.0'], [], [], '1.0.0']],
  ['only prereleases leave no newest', [['1.0.0-a', '1.0.0-b']], [[], ['1.0.0-b', '1.0.0-a'], [], undefined]],
  ['what is not a version is told apart', [['1.0.0', '', 'x']], [['1.0.0'], [], ['', 'x'], '1.0.0']],
  ['a spelling is kept', [['v1.0', '2']], [['2', 'v1.0'], [], [], '2']],
  ['nothing', [[]], [[], [], [], undefined]],
])('%s', (_, given, expected) => {
  expect(sift(...(given as Parameters<typeof sift>))).toEqual(expected);
});
