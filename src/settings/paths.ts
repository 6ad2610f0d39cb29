import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the config file: `$XDG_CONFIG_HOME/svc`, else `~/.config/svc`. Never one of the current folder. */
export function configFolder(env: Environment, home: string): string {
  const base = env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config');
  return join(base, 'svc');
}
