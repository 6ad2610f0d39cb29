import { dirname } from 'node:path';
import type { Repository } from '../../support/git-repository.ts';
import { gitServer } from '../../support/git-server.ts';
import { registryAt } from '../../support/registry.ts';
import { machine } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A machine whose registry has one module, `a/b/c` 1.2.0, at a location, without a git configuration in its home. */
export async function machineFor(location: string, env: Record<string, string | undefined> = {}) {
  const registry = await registryAt(location, undefined, '1.2.0');
  const own = { SVC_REGISTRY: `${registry.url}/v1/modules/`, PATH: process.env.PATH, HOME: temporaryFolder() };
  return machine({ ...own, ...env });
}

/** Returns the machine of `machineFor`, with the repository on a git server of its own. */
export async function served(repo: Repository, query = '') {
  const server = await gitServer(dirname(repo.folder));
  return { server, ...(await machineFor(`git::${server.url}/m.git${query}`)) };
}
