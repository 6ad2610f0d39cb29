import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { contentsOf } from '../../../src/modules/publish/answers.ts';
import { readModuleFolder } from '../../../src/modules/publish/folder.ts';
import { catalogueOf, releaseId } from '../../../src/modules/publish/release.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

async function put(path: string, text = ''): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

test('each NAMESPACE/NAME/PROVIDER/VERSION folder is a release, and other folders are reported', async () => {
  await put('README.md', 'about this folder');
  await put('.git/config');
  await put('acme/net/aws/1.0.0/main.tf', 'variable "cidr" {}');
  await put('acme/net/aws/1.1.0-rc.1+b2/main.tf');
  await put('acme/net/aws/v2/main.tf');
  await put('acme/net/AWS/1.0.0/main.tf');
  await put('acme/Net.Work/aws/1.0/main.tf');
  await put('acme/net/aws/latest/main.tf');
  await put('acme/n@t/aws/1.0.0/main.tf');
  await put('acme/notes.txt');
  const { releases, skipped } = await readModuleFolder(root);
  expect(releases.map(releaseId)).toEqual([
    ...['acme/Net.Work/aws/1.0', 'acme/net/AWS/1.0.0', 'acme/net/aws/1.0.0', 'acme/net/aws/1.1.0-rc.1+b2'],
    ...['acme/net/aws/v2'],
  ]);
  expect(skipped).toEqual([
    { path: 'acme/n@t', why: 'the name "n@t" contains one of \\ @ # ?' },
    { path: 'acme/net/aws/latest', why: 'not a version' },
    { path: 'acme/notes.txt', why: 'not a folder' },
  ]);
});

test('a release has all of its files except those of tools; links are not followed, and the description is from the README', async () => {
  const here = 'acme/net/aws/1.0.0';
  await put(`${here}/README.md`, '# Net\n\n[![badge](x)](y)\n\nA network\nfor tests.\n\nMore.\n');
  await put(`${here}/run.sh`, '#!/bin/sh\n');
  await chmod(join(root, here, 'run.sh'), 0o755);
  await put(`${here}/modules/sub/main.tf`, 'output "x" { value = 1 }');
  await put(`${here}/.terraform/modules/modules.json`);
  await put(`${here}/.git/HEAD`);
  await put(`${here}/.tflint.hcl`);
  await symlink('/etc/passwd', join(root, here, 'secrets'));
  const { releases, skipped } = await readModuleFolder(root);
  expect(releases[0]).toMatchObject({ description: 'A network for tests.', verified: false });
  const files = releases[0]!.files.map(({ path, executable }) => [path, executable]).toSorted();
  expect(files).toEqual([
    ['.tflint.hcl', false],
    ['README.md', false],
    ['modules/sub/main.tf', false],
    ['run.sh', true],
  ]);
  expect(skipped).toEqual([{ path: `${here}/secrets`, why: 'neither a file nor a folder' }]);
  const { root: part, submodules } = await contentsOf(releases[0]!);
  expect(part).toMatchObject({ path: '', empty: true });
  expect(submodules).toMatchObject([{ path: 'modules/sub', empty: false, declarations: { outputs: [{ name: 'x' }] } }]);
});

test('versions are sorted by precedence, and the latest version is not a prerelease if a release exists', async () => {
  for (const version of ['1.9.0', '1.10.0', '2.0.0-beta.2', '2.0.0-beta.10']) await put(`a/b/c/${version}/main.tf`);
  await put('a/early/c/0.1.0-alpha/main.tf');
  const modules = catalogueOf((await readModuleFolder(root)).releases);
  expect(modules.map(({ name, latest }) => [name, latest.version])).toEqual([
    ['b', '1.10.0'],
    ['early', '0.1.0-alpha'],
  ]);
  expect(modules[0]!.releases.map(({ version }) => version)).toEqual([
    ...['2.0.0-beta.10', '2.0.0-beta.2', '1.10.0', '1.9.0'],
  ]);
});

test('the sandbox serves a modules folder instead of its own modules', async () => {
  await put('acme/net/aws/1.0.0+b1/main.tf', 'variable "cidr" {}');
  const sandbox = await startSandbox({ modulesDir: root });
  const base = `${sandbox.info.registry}acme/net/aws/1.0.0%2Bb1`;
  const detail = (await (await fetch(base)).json()) as { id: string; root: { inputs: { name: string }[] } };
  expect([detail.id, detail.root.inputs[0]!.name]).toEqual(['acme/net/aws/1.0.0+b1', 'cidr']);
  const location = (await fetch(`${base}/download`)).headers.get('x-svc-get')!;
  expect((await fetch(new URL(location, `${base}/download`))).headers.get('content-type')).toBe('application/gzip');
  await sandbox.close();
});

// docs/protocol/registry.md#module-object: source is a "string, URL".
// spec: R-20
test('the source of a published module is the URL of its folder', async () => {
  await put('acme/net/aws/1.0.0/main.tf');
  const { releases } = await readModuleFolder(root);
  expect(releases[0]!.source).toBe(pathToFileURL(join(root, 'acme/net/aws/1.0.0')).href);
});

// docs/protocol/registry.md#endpoints: <base_url>/search is a search, so that <base_url>/:namespace cannot list a publisher of that name.
test('a namespace that is called search is rejected at start', async () => {
  await put('search/net/aws/1.0.0/main.tf');
  await expect(startSandbox({ modulesDir: root })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('the namespace "search" is reserved'),
  });
});

test('a missing modules folder is an error that names the folder', async () => {
  const modulesDir = join(root, 'nowhere');
  await expect(startSandbox({ modulesDir })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(modulesDir),
  });
});
