import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** The room as one file for processes of their own, and a script that uses it. */
export async function script(place: string, source: string): Promise<string> {
  const room = resolve(import.meta.dirname, '../../src/webhooks');
  const entry = join(place, 'webhook.mjs');
  writeFileSync(entry, `export * from '${room}/listener.ts';\nexport * from '${room}/journal.ts';\n`);
  const built = await rolldown({ input: entry, platform: 'node' });
  await built.write({ file: join(place, 'webhook.cjs'), format: 'cjs', codeSplitting: false });
  await built.close();
  const path = join(place, 'script.cjs');
  writeFileSync(path, source);
  return path;
}
