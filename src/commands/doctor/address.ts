import { announced } from '../../cli/sandbox-notes.ts';
import { caFileInForce } from '../../cli/transport.ts';
import { certificatesIn } from '../../client/ca.ts';
import { UsageError } from '../../errors.ts';
import { settingKeys } from '../../settings/table.ts';
import { evalOf, unsetOf } from '../../shell-word.ts';
import { counted } from '../../text.ts';
import { changeOf } from './fixes.ts';
import { type Finding, failed, ok, Skipped } from './result.ts';
import type { Subject } from './subject.ts';

/** The address in force and its source. */
export async function checkAddress({ context: { host, settings } }: Subject): Promise<Finding> {
  try {
    const found = settings.knownAddress();
    if (found) return ok(`${found.value.href} (${found.origin})`);
  } catch (error) {
    const origin = settings.find('address')?.origin;
    if (!(error instanceof UsageError) || origin === undefined) throw error;
    return failed(error.message, changeOf('address', origin, 'URL', host.shell));
  }
  const hasSandbox = announced(host).length > 0;
  throw new Skipped('No address is set.', hasSandbox ? evalOf('svc sandbox env', host.shell) : 'svc login HOST');
}

/** The profile in force, and whether every setting is valid. */
export async function checkSettings({ context: { host, settings } }: Subject): Promise<Finding> {
  const { origin, value } = settings.profile();
  const missing = settings.missingProfile();
  if (missing) {
    const typed = origin.startsWith('flag ') ? 'svc profile list' : 'svc profile use NAME';
    return failed(missing.message, origin === 'environment SVC_PROFILE' ? unsetOf('SVC_PROFILE', host.shell) : typed);
  }
  const set: string[] = [];
  for (const key of settingKeys) {
    try {
      if (settings.value(key) !== undefined) set.push(key);
    } catch (error) {
      const found = settings.find(key);
      if (!(error instanceof UsageError) || found === undefined) throw error;
      const [, variable] = /^environment (\S+)$/.exec(found.origin) ?? [];
      return failed(error.message, variable === undefined ? `svc config unset ${key}` : unsetOf(variable, host.shell));
    }
  }
  const caFile = caFileInForce(settings, host);
  if (caFile) {
    try {
      certificatesIn(caFile.value, caFile.origin);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return failed(error.message, changeOf('ca-file', caFile.origin, 'PATH', host.shell));
    }
  }
  const rest = set.length === 0 ? 'no settings' : `${counted(set.length, 'setting')}: ${set.join(', ')}`;
  return ok(`Profile ${value}${origin === 'default' ? '' : ` (${origin})`}, ${rest}.`);
}
