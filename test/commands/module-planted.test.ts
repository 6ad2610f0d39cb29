import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, call, publish, writeFiles } from '../support/configuration.ts';
import { machine } from '../support/svc.ts';

// trust: T-29
test.each([
  'module lock infra',
  'module install infra',
  `module download ${at('leaf/null')} --dir infra/leaf`,
  `module mirror infra ${at('leaf/null')}`,
  'module cache prune infra',
])('svc %s does not treat folders of a checkout as leftovers of a killed run', async (words) => {
  const me = await machine({ PATH: process.env.PATH });
  await publish(me.home, { 'acme/leaf/null/1.1.0/main.tf': 'output "o" {\n  value = 1\n}\n' });
  await writeFiles(me.home, {
    'infra/main.tf': call('leaf', at('leaf/null'), '~> 1.0'),
    'infra/mirror.json': '{"version":1,"packages":[]}',
    'infra/.git/hooks/sample': '',
  });
  const name = '.svc-01234567-1-89abcdef-0123456789abcdef.tmp';
  const planted = ['infra', 'infra/.terraform/modules'].map((each) => join(me.home, each, name));
  const home = join(me.home, 'infra/.git/hooks');
  for (const folder of planted) {
    await writeFiles(folder, { home, 'previous/post-checkout': '#!/bin/sh\n' });
    await utimes(folder, new Date(0), new Date(0));
  }
  expect(await me.svc(words)).toMatchObject({ code: 0 });
  expect(await readdir(home)).toEqual(['sample']);
  for (const folder of planted) expect(await readdir(join(folder, 'previous'))).toEqual(['post-checkout']);
});
