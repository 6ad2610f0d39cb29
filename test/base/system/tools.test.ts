import { expect, test } from 'vitest';
import { toolFiles } from '../../../src/base/system/tools.ts';

const home = '/home/ann';
const hidden = { terraform: '/home/ann/.terraformrc', tofu: '/home/ann/.tofurc' };

test.each([
  ['linux', {}, { cliConfig: hidden, folder: '/home/ann/.terraform.d' }],
  ['linux', { APPDATA: '/data' }, { cliConfig: hidden, folder: '/home/ann/.terraform.d' }],
  ['win32', {}, { cliConfig: hidden, folder: '/home/ann/.terraform.d' }],
  [
    'win32',
    { APPDATA: '/data' },
    { cliConfig: { terraform: '/data/terraform.rc', tofu: '/data/tofu.rc' }, folder: '/data/terraform.d' },
  ],
])('terraform and tofu keep their files on %s with %j where svc looks', (system, env, files) => {
  expect(toolFiles({ env, home }, system)).toEqual(files);
});
