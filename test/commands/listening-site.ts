import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { announce } from '../../src/commands/sandbox/announce.ts';
import { machineAt, sandboxWithState as sandbox, stateFolderOf } from '../support/svc.ts';

export const workspace = 'ws-R5hTn2KxPd8WqL4v';

/** A sandbox, an owner of its organization with the control token, and its configurations. */
export async function site() {
  const service = await sandbox();
  const me = await machineAt(service, 'owner');
  announce({ env: me.env, home: me.home }, { ...service.info, control: service.control });
  const configurations = () => service.state.world.notifications;
  const folder = join(stateFolderOf(me), 'temporary');
  const notes = () => {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  };
  const config = () => JSON.parse(readFileSync(join(me.home, '.config', 'svc', 'config.json'), 'utf8'));
  const lifecycle = () => me.svc(`sandbox run lifecycle -w ${workspace}`);
  return { ...me, me, service, configurations, notes, folder, config, lifecycle };
}
