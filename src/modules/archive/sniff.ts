import { isAllZero, isTarHeader } from './tar-header.ts';

/** The format of a download, or a phrase that describes an unsupported format. */
export type Format = { known: 'gzip' | 'tar' | 'zip' } | { unknown: string };

const magics: [string, string][] = [
  ['504b0506', 'an empty zip archive'],
  ['504b0708', 'a multi-part zip archive'],
  ['fd377a585a00', 'an xz archive'],
  ['425a68', 'a bzip2 archive'],
  ['28b52ffd', 'a Zstandard archive'],
  ['04224d18', 'an LZ4 archive'],
  ['4c5a4950', 'an lzip archive'],
  ['1f9d', 'a compress (.Z) archive'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['526172211a07', 'a RAR archive'],
];

export function sniff(head: Buffer): Format {
  if (head.length === 0) return { unknown: 'empty' };
  if (head[0] === 0x1f && (head[1] ?? 0x8b) === 0x8b) return { known: 'gzip' };
  // Check zip before tar: the name of a tar entry cannot begin like this.
  if (head.toString('latin1', 0, 4) === 'PK\x03\x04') return { known: 'zip' };
  const block = head.subarray(0, 512);
  if (block.toString('latin1', 257, 262) === 'ustar') return { known: 'tar' };
  if (block.length === 512 && (isTarHeader(block) || isAllZero(block))) return { known: 'tar' };
  const hex = head.toString('hex', 0, 8);
  const magic = magics.find(([start]) => hex.startsWith(start));
  if (magic) return { unknown: magic[1] };
  const text = head
    .toString('latin1', 0, 512)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .toLowerCase();
  if (/^<(!doctype html|html|head|body)/.test(text)) return { unknown: 'an HTML page' };
  if (text.startsWith('<')) return { unknown: 'an XML document' };
  if (/^[{[]/.test(text)) return { unknown: 'a JSON document' };
  return { unknown: 'in an unknown format' };
}
