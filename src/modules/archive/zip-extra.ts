import { crc32 } from 'node:zlib';
import { decodeName, rejectArchive, rejectEntry, shownBytes } from './rejection.ts';

/** The extra fields of a zip header that `svc` uses. */
export interface ZipExtra {
  zip64?: Buffer;
  /** A second form of the name, in UTF-8. */
  unicodeName?: Buffer;
  modifiedSeconds?: number;
}

const zip64Id = 0x0001;
const timestampId = 0x5455;
const unicodeNameId = 0x7075;
/** PKWARE's strong encryption and WinZip's AES. */
const encryptionIds = [0x0017, 0x9901];

/** Reads the extra fields of a header; `name` is for messages. */
export function readExtra(extra: Buffer, name: string): ZipExtra {
  const fields: ZipExtra = {};
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    const value = extra.subarray(at + 4, end);
    if (end > extra.length) malformed(name);
    if (encryptionIds.includes(id)) rejectEntry(name, 'is encrypted, which is not supported');
    if (id === zip64Id) {
      if (fields.zip64) malformed(name);
      fields.zip64 = value;
    } else if (id === unicodeNameId) {
      if (fields.unicodeName || value.length < 5) malformed(name);
      fields.unicodeName = value;
    } else if (id === timestampId && value.length >= 5 && (value[0]! & 1) !== 0) {
      fields.modifiedSeconds = value.readInt32LE(1);
    }
    at = end;
  }
  // Some writers pad with up to three zeros, to align the data that follows.
  if (extra.subarray(at).some((byte) => byte !== 0)) malformed(name);
  return fields;
}

/** A field of a header whose value is in the zip64 field if all its bits are set. */
export interface NarrowField {
  value: number;
  bytes: 2 | 4;
}

/**
 * Returns the real sizes, offset and disk, in the order of zip64. The zip64 field has either only the values that the header omits, or all
 * values up to some point; a value in both places must be equal.
 */
export function widened(fields: NarrowField[], zip64: Buffer | undefined, name: string): number[] {
  if (!zip64) return fields.map(({ value }) => value);
  const wideBytes = ({ bytes }: NarrowField) => (bytes === 4 ? 8 : 4);
  const total = (narrowFields: NarrowField[]) => narrowFields.reduce((sum, field) => sum + wideBytes(field), 0);
  const isOmitted = ({ value, bytes }: NarrowField) => value === (bytes === 4 ? 0xffffffff : 0xffff);
  const hasOnlyOmitted = zip64.length === total(fields.filter(isOmitted));
  let at = 0;
  const values = fields.map((field) => {
    if (hasOnlyOmitted ? !isOmitted(field) : at === zip64.length) return field.value;
    if (at + wideBytes(field) > zip64.length) malformed(name);
    const wideValue = field.bytes === 4 ? Number(zip64.readBigUInt64LE(at)) : zip64.readUInt32LE(at);
    if (!isOmitted(field) && wideValue !== field.value) rejectEntry(name, 'has two different sizes or offsets');
    if (!Number.isSafeInteger(wideValue)) rejectEntry(name, 'has an invalid size');
    at += wideBytes(field);
    return wideValue;
  });
  if (at !== zip64.length) malformed(name);
  return values;
}

/**
 * Decodes the name of a member. If it has bytes beyond ASCII, the flag, an equal second name or the system of origin must mark it as UTF-8:
 * otherwise readers would decode it differently.
 */
export function memberName(raw: Buffer, isUtf8: boolean, { unicodeName }: ZipExtra): string {
  const isSame =
    unicodeName !== undefined && unicodeName.readUInt32LE(1) === crc32(raw) && unicodeName.subarray(5).equals(raw);
  const isSaid = isUtf8 || isSame || raw.every((byte) => byte < 0x80);
  if (!isSaid) rejectArchive(`${shownBytes(raw)} has a name that is not marked as UTF-8`);
  const name = decodeName(raw);
  if (unicodeName && !isSame) rejectEntry(name, 'has two different names');
  return name;
}

function malformed(name: string): never {
  rejectEntry(name, 'has malformed extra fields');
}
