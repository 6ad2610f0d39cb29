import { caFileInForce } from '../../cli/transport.ts';
import { certificatesIn } from '../../client/ca.ts';
import { settingKeys } from '../../settings/table.ts';
import { type Finding, failed, ok } from './result.ts';
import type { Subject } from './subject.ts';

/** The profile in force, and each setting with its source. @throws {UsageError} for an invalid one */
export async function checkSettings({ context: { host, settings } }: Subject): Promise<Finding> {
  const { origin, value } = settings.profile();
  const missing = settings.missingProfile();
  if (missing) return failed(missing.message, missing.hint);
  const set = settingKeys.filter((key) => settings.value(key) !== undefined);
  const caFile = caFileInForce(settings, host);
  if (caFile) certificatesIn(caFile.value, caFile.origin);
  const sources = set.map((key) => `${key} (${settings.find(key)?.origin ?? 'default'})`);
  const profile = `Profile ${value}${origin === 'default' ? '' : ` (${origin})`}`;
  return ok(`${profile}, ${sources.length === 0 ? 'no settings' : `settings: ${sources.join(', ')}`}.`);
}
