import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { isObject, jsonIn } from '../../base/json.ts';
import { cannot, errnoOf, readBytes } from '../../base/system/files.ts';
import { toolFiles } from '../../base/system/tools.ts';
import { ValueOrigin } from '../../base/value-origin.ts';
import type { Setting } from './sources.ts';

/** The tokens that the module ecosystem's CLI stores, by `host:port`. */
export type EcosystemTokens = () => ReadonlyMap<string, Setting<string>>;

/** Returns a reader of terraform's credentials (docs/protocol/discovery.md#credentials). An unusable file is a warning. */
export function ecosystemTokens(
  user: Parameters<typeof toolFiles>[0],
  warn: (message: string) => void,
): EcosystemTokens {
  const path = join(toolFiles(user).folder, 'credentials.tfrc.json');
  const origin = new ValueOrigin('file', path, `credentials file ${path}`);
  let tokens: ReturnType<EcosystemTokens> | undefined;
  return () => {
    tokens ??= read();
    return tokens;
  };

  function read(): ReturnType<EcosystemTokens> {
    try {
      return tokensIn(readBytes(path, { most: 1024 * 1024 }).toString(), origin);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') warn(cannot(`use the credentials file ${path}`, error).message);
      return new Map();
    }
  }
}

/** Reads `{"credentials": {"HOST[:PORT]": {"token": TOKEN}}}`; ignores other entries. */
function tokensIn(text: string, origin: ValueOrigin): ReturnType<EcosystemTokens> {
  // Do not use JSON.parse: its message would quote the file.
  const document = jsonIn(text);
  if (document === undefined) throw new Error('it is not JSON');
  if (!isObject(document)) throw new Error('it is not a JSON object');
  const { credentials = {} } = document;
  if (!isObject(credentials)) throw new Error('"credentials" is not a JSON object');
  const tokens = new Map<string, Setting<string>>();
  for (const [host, held] of Object.entries(credentials)) {
    const [, name, port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(host) ?? [];
    const ascii = domainToASCII(name ?? '');
    if (ascii && isObject(held) && typeof held.token === 'string' && held.token.trim() !== '') {
      tokens.set(`${ascii}:${Number(port ?? 443)}`, { value: held.token.trim(), origin });
    }
  }
  return tokens;
}
