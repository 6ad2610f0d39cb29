import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandboxOptions } from '../../src/sandbox/server.ts';
import { type Caller, watchedMachine } from '../support/svc.ts';

export const production = 'ws-R5hTn2KxPd8WqL4v';
export const staging = 'ws-M9cYb6GsJf3ZtE7u';

/** A machine at a new sandbox, the requests it got, and how to write a document. */
export async function siteMachine(options: SandboxOptions = {}, caller?: Caller) {
  const { requests, service, ...me } = await watchedMachine(caller, options);
  const write = (text: string, name = 'site.yaml') =>
    writeFile(
      join(me.home, name),
      `version: 1\norganization: acme\n${text}${/^name:/m.test(text) ? '' : '\nname: acme\n'}`,
    );
  const writes = () => requests.filter((line) => !line.startsWith('GET'));
  return { ...me, service, world: service.state.world, requests, write, writes };
}

/** A disabled notification, as one line of a document. */
export const notification = (name: string, rest = '') =>
  `  - { name: ${name}, workspaces: ["network-*"], destination-type: slack, url: "https://chat.example.com/${name}"${rest} }\n`;
