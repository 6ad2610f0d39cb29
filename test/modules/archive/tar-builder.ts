import { lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ExtractOptions } from '../../../src/modules/archive/extract.ts';
import { extractArchive } from '../../../src/modules/archive/extract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export interface Fields {
  name?: string | Buffer;
  type?: string;
  content?: string | Buffer;
  /** Announced size, when it is to differ from the content's. */
  size?: number | bigint;
  mode?: number;
  mtime?: number;
  link?: string;
  prefix?: string;
  magic?: string;
}

/** Builds a header block and its padded content, hostile if the fields are. */
export function entry(fields: Fields = {}): Buffer {
  const { name = 'file', type = '0', mode = 0o644, mtime = 1_700_000_000, link = '', prefix = '' } = fields;
  const content = Buffer.from(fields.content ?? '');
  const size = fields.size ?? content.length;
  const block = Buffer.alloc(512);
  Buffer.from(name).copy(block, 0, 0, 100);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  if (typeof size === 'bigint') base256(size).copy(block, 124);
  else block.write(octal(size, 11), 124);
  block.write(octal(mtime, 11), 136);
  block.write(type, 156, 'latin1');
  block.write(link, 157);
  block.write(fields.magic ?? 'ustar\x0000', 257, 'latin1');
  block.write(prefix, 345);
  return Buffer.concat([sealed(block), content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** Puts the right checksum into a header block. */
export function sealed(block: Buffer): Buffer {
  block.write(' '.repeat(8), 148);
  const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

export function pax(records: Record<string, string>, type = 'x'): Buffer {
  const lines = Object.entries(records).map(([key, value]) => paxRecord(key, value));
  return entry({ name: 'PaxHeader', type, content: Buffer.concat(lines) });
}

export function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

export const longName = (name: string) => entry({ name: '././@LongLink', type: 'L', content: `${name}\0` });
export const longLink = (name: string) => entry({ name: '././@LongLink', type: 'K', content: `${name}\0` });
export const folder = (name: string, mode = 0o755) => entry({ name, type: '5', mode });
export const symlink = (name: string, link: string) => entry({ name, type: '2', link });
export const hardlink = (name: string, link: string) => entry({ name, type: '1', link });
export const file = (name: string, content: string | Buffer = 'x') => entry({ name, content });

export const endMarker = Buffer.alloc(1024);
export const tar = (...parts: Buffer[]) => Buffer.concat([...parts, endMarker]);
export const tarGz = (...parts: Buffer[]) => gzipSync(tar(...parts));

/** Bytes as a source that arrives in pieces of one size. */
export async function* arriving(bytes: Uint8Array, pieceBytes = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Extracts into a fresh folder and returns its content. */
export async function extracted(archive: Uint8Array, options?: ExtractOptions) {
  const path = temporaryFolder();
  const result = await extractArchive(arriving(archive), path, options);
  return { ...result, files: result.unpacked.files, path, tree: contentOf(path) };
}

/** Every path under a folder: content of files, `-> target` of links; the paths of folders end in `/`. Nothing is followed. */
export function contentOf(path: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(path).sort()) {
    const [full, shown] = [join(path, name), `${prefix}${name}`];
    const status = lstatSync(full);
    if (status.isSymbolicLink()) found[shown] = `-> ${readlinkSync(full)}`;
    else if (status.isDirectory()) Object.assign(found, { [`${shown}/`]: '' }, contentOf(full, `${shown}/`));
    else found[shown] = readFileSync(full, 'utf8');
  }
  return found;
}

/** Returns the tree of `contentOf` without the folders. */
export function filesOf(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.endsWith('/')));
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function base256(value: bigint): Buffer {
  const field = Buffer.alloc(12);
  let rest = BigInt.asUintN(96, value);
  for (let at = 11; at >= 0; at -= 1) {
    field[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  field[0] = field[0]! | 0x80;
  return field;
}

/** Returns the target of a path, following links as the system does. Throws if a path goes up behind a missing part. */
export function endOf(path: string): string {
  let at = '/';
  let isThere = true;
  let hops = 0;
  const waiting = path.split('/');
  for (let segment = waiting.shift(); segment !== undefined; segment = waiting.shift()) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..' && !isThere) throw new Error(`${path} goes up from ${at}, which is not there`);
    const next: string = join(at, segment);
    const there: Stats | undefined = isThere ? lstatSync(next, { throwIfNoEntry: false }) : undefined;
    // A link to itself leads to nothing.
    const found: Stats | undefined = there?.isSymbolicLink() && ++hops > 40 ? undefined : there;
    if (found?.isSymbolicLink()) waiting.unshift(...readlinkSync(next).split('/'));
    else at = next;
    isThere = found !== undefined;
  }
  return at;
}
