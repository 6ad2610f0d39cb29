import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the notices of the parts of an executable besides the bundle: the runtime and its libraries, with their licences. */
export function runtimeNotices() {
  const { package: page, libraries } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'runtime-libraries.json'), 'utf8'),
  );
  const width = Math.max(...libraries.map(([name]) => name.length));
  return `This executable contains the Bun runtime (MIT licence, https://bun.sh), which links the libraries below.
${page} has the details, and describes
how to build the runtime with another version of JavaScriptCore, as the LGPL requires.

${libraries.map(([name, licence, url]) => `${name.padEnd(width)}  ${licence}\n${' '.repeat(width)}  ${url}\n`).join('')}`;
}
