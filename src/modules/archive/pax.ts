import { decodeName, rejectArchive } from './rejection.ts';

/** The fields of a pax header that `svc` uses. */
export interface PaxRecords {
  path?: string;
  linkpath?: string;
  size?: number;
  mtime?: number;
}

function* records(payload: Buffer): Generator<[key: string, value: Buffer]> {
  for (let at = 0; at < payload.length; ) {
    const space = payload.indexOf(0x20, at);
    const length = space === -1 || space - at > 8 ? '' : payload.toString('latin1', at, space);
    const end = at + Number(length);
    const equals = payload.indexOf(0x3d, space + 1);
    if (!/^[1-9]\d*$/.test(length) || end > payload.length || payload[end - 1] !== 0x0a) malformed();
    if (equals === -1 || equals >= end || equals === space + 1) malformed();
    yield [payload.toString('utf8', space + 1, equals), payload.subarray(equals + 1, end - 1)];
    at = end;
  }
}

function malformed(): never {
  rejectArchive('a pax header is malformed');
}

function decimal(value: Buffer, form: RegExp): number {
  const digits = value.toString('latin1');
  return form.test(digits) ? Number(digits) : malformed();
}

/** Reads the payload of a pax header; ignores keys other than name, size and time. */
export function readPax(payload: Buffer): PaxRecords {
  const fields: PaxRecords = {};
  const keys = new Set<string>();
  for (const [key, value] of records(payload)) {
    if (key.startsWith('GNU.sparse.')) rejectArchive('it holds a sparse file, which is not supported');
    if (key === 'hdrcharset' && !value.toString('latin1').includes('10646')) {
      rejectArchive('a pax header is not in UTF-8');
    }
    if (key !== 'path' && key !== 'linkpath' && key !== 'size' && key !== 'mtime') continue;
    if (keys.has(key)) rejectArchive(`a pax header names its ${key} twice`);
    keys.add(key);
    if (key === 'path' || key === 'linkpath') fields[key] = value.length > 0 ? decodeName(value) : malformed();
    else if (key === 'size') fields.size = decimal(value, /^\d{1,15}$/);
    else fields.mtime = decimal(value, /^-?\d{1,15}(\.\d*)?$/);
  }
  return fields;
}
