import { dirname } from 'node:path';
import type { Repository } from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { machine } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { sendJson, tinyServer } from '../../support/tiny-server.ts';

const versions = { modules: [{ source: 'a/b/c', versions: [{ version: '1.2.0' }] }] };

/** A machine whose registry has one module, `a/b/c` 1.2.0, at a location, without a git configuration in its home. */
export async function machineFor(location: string, env: Record<string, string | undefined> = {}) {
  const registry = await tinyServer((request, response) => {
    if (request.url?.endsWith('/versions')) return sendJson(response, versions);
    response.writeHead(204, { 'x-svc-get': location }).end();
  });
  const own = { SVC_REGISTRY: `${registry.url}/v1/modules/`, PATH: process.env.PATH, HOME: temporaryFolder() };
  return machine({ ...own, ...env });
}

/** The same, with a repository on a server of its own. */
export async function served(repo: Repository, query = '') {
  const server = await gitServer(dirname(repo.folder));
  return { server, ...(await machineFor(`git::${server.url}/m.git${query}`)) };
}
