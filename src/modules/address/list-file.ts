import { UsageError } from '../../base/errors.ts';
import { type ModuleAddress, parseAddress } from './address.ts';

const shapes =
  'One address on each line, # before a comment; or JSON: ["ADDRESS", …] or [{"address": "ADDRESS", "version": "1.2.0"}, …].';

/**
 * Reads the addresses in a file: one on each line, or a JSON array of addresses or of objects with an address, as `-o json` prints them.
 * @param name the file's name in messages
 * @throws {UsageError} with the file, the line or element, and the reason
 */
export function parseList(text: string, name: string): ModuleAddress[] {
  const content = text.replace(/^\ufeff/, '');
  const start = content.trimStart().charAt(0);
  if (start === '{') throw new UsageError(`${name} is a JSON object, not an array.`, { hint: shapes });
  const addresses = start === '[' ? inJson(content, name) : onLines(content, name);
  if (addresses.length === 0) throw new UsageError(`${name} contains no module address.`, { hint: shapes });
  return addresses;
}

function onLines(text: string, name: string): ModuleAddress[] {
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const address = line.replace(/(^|\s)#.*$/s, '').trim();
    return address === '' ? [] : [parsed(address, `${name}, line ${index + 1}`)];
  });
}

function inJson(text: string, name: string): ModuleAddress[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${name} is not valid JSON: ${(cause as Error).message}.`, { hint: shapes, cause });
  }
  return (value as unknown[]).map((element, index) => {
    const place = `${name}, element ${index + 1}`;
    if (typeof element === 'string') return parsed(element, place);
    const { address, version } = (element ?? {}) as { address?: unknown; version?: unknown };
    if (typeof address !== 'string') throw new UsageError(`${place} has no address.`, { hint: shapes });
    if (version === undefined || address.lastIndexOf('@') > address.lastIndexOf('/')) return parsed(address, place);
    if (typeof version !== 'string') throw new UsageError(`${place}: the version must be a string.`, { hint: shapes });
    return parsed(`${address}@${version}`, place);
  });
}

function parsed(address: string, place: string): ModuleAddress {
  try {
    return parseAddress(address);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${place}: ${error.message}`, { hint: error.hint });
  }
}
