import { UsageError } from '../../base/errors.ts';
import { formatAddress, type ModuleAddress, parseAddress } from '../address/address.ts';
import { nameOf } from './resolve.ts';

/** Modules of one name, one for each provider: `[HOST/]NAMESPACE/NAME`. */
export type ModuleFamily = Omit<ModuleAddress, 'constraint' | 'provider' | 'subdir' | 'version'>;

const anyProvider = 'any';

/**
 * Reads `[HOST/]NAMESPACE/NAME`; undefined for text of another shape. Only a host contains a dot.
 * @throws {UsageError} for an invalid name, or a namespace alone
 */
export function parseFamily(text: string): ModuleFamily | undefined {
  const typed = text.trim();
  const [, host, namespace] = /^(?:([^/@?.:]*[.:][^/@?]*)\/)?([^/@.:?]+)\/?$/.exec(typed) ?? [];
  if (namespace !== undefined) {
    const reason = `${JSON.stringify(typed)} is a publisher: a module is NAMESPACE/NAME or NAMESPACE/NAME/PROVIDER.`;
    const at = host === undefined ? '' : ` --registry ${host}`;
    throw new UsageError(reason, { hint: `List its modules with: svc module list ${namespace}${at}` });
  }
  if (!/^([^/@.:]*[.:][^/@]*\/)?[^/@.:]+\/[^/@]+$/.test(typed)) return undefined;
  try {
    const { host, name, namespace, odd } = parseAddress(`${typed}/${anyProvider}`);
    return { host, namespace, name, odd, text: typed };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.replace(`${typed}/${anyProvider}`, typed), { hint: error.hint });
  }
}

/** Reads the address of a module as a whole. @throws {UsageError} when there is a version or a folder */
export function parseWhole(text: string): ModuleAddress {
  const { constraint, version, ...rest } = parseAddress(text);
  const address = withoutFolder(rest);
  if (version === undefined && constraint === undefined) return address;
  throw partOf(address, 'a version', nameOf(address));
}

/** @throws {UsageError} for an address with a folder, where its registry has nothing to say of one */
export function withoutFolder(address: ModuleAddress): ModuleAddress {
  if (address.subdir === undefined) return address;
  throw partOf(address, 'a folder', formatAddress({ ...address, subdir: undefined }));
}

function partOf({ text }: ModuleAddress, part: string, whole: string): UsageError {
  const message = `"${text}" has ${part}, but this command works on whole modules.`;
  return new UsageError(message, { hint: `Type ${whole}` });
}
