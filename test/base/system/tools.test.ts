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
])('svc looks for the files of terraform and tofu on %s with %j in the right folder', (system, env, files) => {
  expect(toolFiles({ env, home }, system)).toEqual(files);
});
