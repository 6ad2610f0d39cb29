import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { isObject, jsonIn } from '../base/json.ts';
import { portOf } from '../base/origin.ts';
import { ValueOrigin } from '../base/value-origin.ts';
import { cannot, errnoOf, readBytes } from '../system/files.ts';
import { toolFiles } from '../system/tools.ts';
import type { Setting } from './sources.ts';

const maxBytes = 1024 * 1024;

/** The token that the module ecosystem's CLI stores for an origin. */
export type EcosystemToken = (origin: string) => Setting<string> | undefined;

type User = Parameters<typeof toolFiles>[0];

/**
 * Reads `~/.terraform.d/credentials.tfrc.json` (docs/protocol/discovery.md#credentials) on first use and never writes it;
 * an unusable file causes a warning, not an error, since it belongs to another program.
 */
export function ecosystemTokens(user: User, warn: (message: string) => void): EcosystemToken {
  const path = join(toolFiles(user).folder, 'credentials.tfrc.json');
  let tokens: Map<string, string> | undefined;
  return (origin) => {
    tokens ??= read();
    const url = new URL(origin);
    const token = tokens.get(`${url.hostname}:${portOf(url)}`);
    return token === undefined
      ? undefined
      : { value: token, origin: new ValueOrigin('file', path, `credentials file ${path}`) };
  };

  function read(): Map<string, string> {
    try {
      return tokensIn(readBytes(path, { most: maxBytes }).toString());
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') warn(cannot(`use the credentials file ${path}`, error).message);
      return new Map();
    }
  }
}

/** `{"credentials": {"HOST[:PORT]": {"token": TOKEN}}}`; other entries are ignored. */
function tokensIn(text: string): Map<string, string> {
  // The parser's message would quote the file.
  const document = jsonIn(text);
  if (document === undefined) throw new Error('it is not JSON');
  if (!isObject(document)) throw new Error('it is not a JSON object');
  const { credentials = {} } = document;
  if (!isObject(credentials)) throw new Error('"credentials" is not a JSON object');
  const found = new Map<string, string>();
  for (const [host, held] of Object.entries(credentials)) {
    const [, name, port] = /^(.*?)(?::(\d{1,5}))?$/s.exec(host) ?? [];
    const ascii = domainToASCII(name ?? '');
    if (ascii && isObject(held) && typeof held.token === 'string' && held.token.trim() !== '') {
      found.set(`${ascii}:${Number(port ?? 443)}`, held.token.trim());
    }
  }
  return found;
}
