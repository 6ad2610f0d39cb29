import { expect, test } from 'vitest';
import { newestFirst } from '../../../src/modules/address/choose.ts';
import { tagsLike } from '../../../src/modules/lock/version-tags.ts';

const series = ['v1.0.0', 'v1.1.0', 'v1.1', 'v2.0.0', 'v2.0', 'v2'];

// trust: T-208
test.each([
  ['v1.0.0', series, { versions: ['v1.0.0', 'v1.1.0', 'v2.0.0'], current: 'v1.0.0', unknown: undefined }],
  ['v1.1', series, { isFloating: true, unknown: 'v1.1 is a floating tag; v1.1.0 is a version' }],
  ['v2', series, { isFloating: true, unknown: 'v2 is a floating tag; v2.0.0 is a version' }],
  ['v1', ['v1', 'v1.4'], { isFloating: true, unknown: 'v1 is a floating tag; v1.4 is a version' }],
  ['v1.1', ['v1.1', 'v1.10.0', 'v1.1.0-rc1', 'v1.2'], { versions: ['v1.1', 'v1.10.0', 'v1.1.0-rc1', 'v1.2'] }],
  ['v1.1.0', ['v1.1.0', 'v1.1.0.1'], { versions: ['v1.1.0', 'v1.1.0.1'], unknown: undefined }],
  ['1.1', ['1.1', 'v1.1.0'], { isFloating: true }],
  ['2024.01', ['2024.01', '2024.1.0'], { isFloating: true }],
  ['v1', ['v1', 'v2', 'v3'], undefined],
  ['v1.0', ['v1.0', 'v2'], { versions: ['v1.0'] }],
  ['release-2', ['v2.0.0'], undefined],
  ['tags/1.0.0', ['1.0.0', '1.1.0'], { current: '1.0.0', versions: ['1.0.0', '1.1.0'], unknown: undefined }],
  ['tags/1.0.0', ['1.0.0', 'tags/1.0.0'], { versions: ['1.0.0'], unknown: undefined }],
  ['vpc-1.0.0', ['1.1.0'], { versions: [], unknown: 'its repository has no tag vpc-1.0.0' }],
])('the ref %s is compared as expected with the tags %j', (ref, tags, expected) => {
  expect(tagsLike(ref, tags)).toEqual(expected && expect.objectContaining(expected));
});

test('chooses the tag that is spelled like the ref if two tags have the same version', () => {
  const { versions = [] } = tagsLike('v1.0.0', ['1.1.0', 'v1.1.0', 'v1.0.0']) ?? {};
  expect(newestFirst(versions.map((version) => ({ version }))).shown[0]).toEqual({ version: 'v1.1.0' });
});
