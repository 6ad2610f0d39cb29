import type { Config } from '../../settings/config.ts';

/**
 * The profile that a login is stored in: the one that has this address, else the one in use if it has none, else one named after the
 * host, with a number where another address has that name.
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
