import { crc32, deflateRawSync } from 'node:zlib';

/** The fields of a member's header. */
interface Said {
  name: string | Buffer;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  extra: Buffer;
}

export interface Member extends Partial<Said> {
  content?: string | Buffer;
  /** The bytes in place of the packed content. */
  packed?: Buffer;
  /** Unix mode with its type; 0o100644 by default, 0o040755 for a name that ends in a slash. */
  mode?: number;
  /** The external attributes as a whole, when they are to be anything else. */
  attributes?: number;
  /** System (high byte) and version; 3 is Unix. */
  madeBy?: number;
  comment?: string;
  /** Fields of the local header that differ from the central one. */
  local?: Partial<Said>;
  /** Length of the data descriptor, which sets its flag; its bytes may be given instead. */
  descriptor?: 12 | 16 | 20 | 24 | Buffer;
  /** Bytes that belong to nothing, behind the member. */
  after?: Buffer;
  disk?: number;
  /** The offset of the member in the directory. */
  at?: number;
}

export interface End {
  comment?: string | Buffer;
  disk?: number;
  directoryDisk?: number;
  membersHere?: number;
  members?: number;
  bytes?: number;
  at?: number;
  /** Writes zip64's end records too, with what they are to say otherwise. */
  zip64?: { members?: bigint; at?: bigint; recordAt?: bigint; recordBytes?: bigint; disks?: number };
  before?: Buffer;
  /** Behind the last member, before the directory. */
  beforeDirectory?: Buffer;
  beforeEnd?: Buffer;
  after?: Buffer;
}

export const deflated = 8;
export const utf8Flag = 1 << 11;

/** Builds a zip file, hostile if the members are. */
export function zip(members: Member[], end: End = {}): Buffer {
  const parts = [end.before ?? Buffer.alloc(0)];
  const records: Buffer[] = [];
  let at = 0;
  for (const member of members) {
    const { local, directory } = written(member, at);
    parts.push(local, member.after ?? Buffer.alloc(0));
    at += local.length + (member.after?.length ?? 0);
    records.push(directory);
  }
  const gap = end.beforeDirectory ?? Buffer.alloc(0);
  const directory = Buffer.concat(records);
  return Buffer.concat([...parts, gap, directory, endOf(end, members.length, directory.length, at + gap.length)]);
}

/** A deflated file. */
export const packedFile = (name: string, content: string | Buffer): Member => ({ name, content, method: deflated });
export const zipLink = (name: string, target: string): Member => ({ name, content: target, mode: 0o120777 });

export function extraField(id: number, value: Buffer): Buffer {
  return Buffer.concat([numbers([id, 2], [value.length, 2]), value]);
}

export const zip64Field = (...values: number[]) => extraField(1, numbers(...values.map((each) => [each, 8] as const)));

export function unicodeName(name: string, of: string | Buffer): Buffer {
  return extraField(0x7075, Buffer.concat([numbers([1, 1], [crc32(Buffer.from(of)), 4]), Buffer.from(name)]));
}

function written(member: Member, place: number): { local: Buffer; directory: Buffer } {
  const { content = 'x', method = 0, comment = '' } = member;
  const raw = Buffer.from(content);
  const packed = member.packed ?? (method === deflated ? deflateRawSync(raw) : raw);
  const said: Said = {
    name: member.name ?? 'file',
    flags: (member.flags ?? 0) | (member.descriptor ? 1 << 3 : 0),
    method,
    crc: member.crc ?? crc32(raw),
    packedBytes: member.packedBytes ?? packed.length,
    bytes: member.bytes ?? raw.length,
    extra: member.extra ?? Buffer.alloc(0),
  };
  const later = member.descriptor ? { crc: 0, packedBytes: 0, bytes: 0 } : {};
  const local = { ...said, ...later, ...member.local };
  const mode = member.mode ?? (said.name.toString().endsWith('/') ? 0o040755 : 0o100644);
  const head = Buffer.concat([numbers([0x04034b50, 4], [20, 2]), shared(local), Buffer.from(local.name), local.extra]);
  const directory = Buffer.concat([
    numbers([0x02014b50, 4], [member.madeBy ?? 0x031e, 2], [20, 2]),
    shared(said),
    numbers([Buffer.byteLength(comment), 2], [member.disk ?? 0, 2], [0, 2]),
    numbers([member.attributes ?? mode * 0x10000, 4], [member.at ?? place, 4]),
    Buffer.from(said.name),
    said.extra,
    Buffer.from(comment),
  ]);
  return { local: Buffer.concat([head, packed, descriptorOf(member.descriptor, said)]), directory };
}

function shared({ name, flags, method, crc, packedBytes, bytes, extra }: Said): Buffer {
  const dates = [0x6000, 0x5a21];
  return numbers(
    ...[flags, method, ...dates].map((value) => [value, 2] as const),
    ...[crc, packedBytes, bytes].map((value) => [value, 4] as const),
    ...[Buffer.from(name).length, extra.length].map((value) => [value, 2] as const),
  );
}

function descriptorOf(form: Member['descriptor'], { crc, packedBytes, bytes }: Said): Buffer {
  if (form === undefined || Buffer.isBuffer(form)) return form ?? Buffer.alloc(0);
  const wide = form < 20 ? 4 : 8;
  const signature = form === 16 || form === 24 ? [[0x08074b50, 4] as const] : [];
  return numbers(...signature, [crc, 4], [packedBytes, wide], [bytes, wide]);
}

function endOf(end: End, count: number, bytes: number, at: number): Buffer {
  const { comment = '', zip64 } = end;
  const wide = zip64 !== undefined;
  const recordAt = zip64?.recordAt ?? BigInt(at + bytes);
  const members = BigInt(zip64?.members ?? count);
  const wideEnd = [
    numbers([0x06064b50, 4], [zip64?.recordBytes ?? 44n, 8], [45, 2], [45, 2], [0, 4], [0, 4]),
    numbers([members, 8], [members, 8], [bytes, 8], [zip64?.at ?? at, 8]),
    numbers([0x07064b50, 4], [0, 4], [recordAt, 8], [zip64?.disks ?? 1, 4]),
  ];
  return Buffer.concat([
    end.beforeEnd ?? Buffer.alloc(0),
    ...(wide ? wideEnd : []),
    numbers([0x06054b50, 4], [end.disk ?? 0, 2], [end.directoryDisk ?? 0, 2]),
    numbers(
      [end.membersHere ?? end.members ?? (wide ? 0xffff : count), 2],
      [end.members ?? (wide ? 0xffff : count), 2],
    ),
    numbers([end.bytes ?? (wide ? 0xffffffff : bytes), 4], [end.at ?? (wide ? 0xffffffff : at), 4]),
    numbers([Buffer.from(comment).length, 2]),
    Buffer.from(comment),
    end.after ?? Buffer.alloc(0),
  ]);
}

/** Little-endian numbers, each with its length in bytes. */
export function numbers(...fields: (readonly [value: number | bigint, bytes: number])[]): Buffer {
  return Buffer.concat(
    fields.map(([value, bytes]) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)));
      return field.subarray(0, bytes);
    }),
  );
}
