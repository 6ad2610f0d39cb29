import { isObject } from '../../base/json.ts';

/**
 * Returns the reason and link of a deprecated version. assumed: an object of the version in the list of versions, and of the module object
 * (docs/protocol/registry.md#deprecated-versions).
 */
export function deprecationOf(version: unknown): string | undefined {
  const deprecation = isObject(version) ? version.deprecation : undefined;
  if (!isObject(deprecation)) return undefined;
  const texts = [deprecation.reason, deprecation.link].filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? 'no reason given' : texts.join(' ').slice(0, 500);
}

/** Warns of versions that their registry deprecates. */
export function warnOfDeprecated(versions: readonly { version: string }[], warn: (message: string) => void): void {
  for (const each of versions) {
    const reason = deprecationOf(each);
    if (reason !== undefined) warn(`${each.version} is deprecated: ${reason}`);
  }
}
