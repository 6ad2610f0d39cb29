import type { Config } from '../../cli/settings/config.ts';

/**
 * Returns the name of the profile that stores a login: the profile with this address, else the current profile if it has no address,
 * else a new name from the host, with a number if the name exists.
 */
export function profileFor(
  { host, href }: Pick<URL, 'host' | 'href'>,
  { current = 'default', profiles }: Config,
): string {
  const same = Object.entries(profiles).find(([, { address }]) => address === href);
  if (same) return same[0];
  const isFree = (name: string) => profiles[name]?.address === undefined;
  if (isFree(current)) return current;
  const base = host
    .replace(/[^a-z0-9._-]+/gi, '-')
    .replace(/^[^a-z0-9]+/i, '')
    .slice(0, 60);
  let name = base;
  for (let nth = 2; !isFree(name); nth++) name = `${base}-${nth}`;
  return name;
}
