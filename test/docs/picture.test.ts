import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawSession, picture } from '../../docs/picture.mjs';
import { findProgram } from '../support/find-program.ts';

const hasTerminal = findProgram('script') !== undefined;
if (!hasTerminal) process.stderr.write('\nSKIPPED: the picture of the README, which needs script (util-linux)\n');

test.skipIf(!hasTerminal)('the picture in the README shows what the program prints', async () => {
  const [written, drawn] = [readFileSync(picture, 'utf8'), await drawSession()].map(wordsOf);
  expect(written, 'docs/images/session.svg is not what the program prints: run `npm run picture`').toEqual(drawn);
});

/** Returns the lines of a picture; ids and times differ from run to run, and with them the spaces beside them. */
function wordsOf(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line]) =>
    line!
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?/g, 'TIME')
      .replaceAll(/\b([a-z]+)-[A-Za-z0-9]{16}\b/g, '$1-ID')
      .replaceAll(/ +/g, ' ')
      .trim(),
  );
}
