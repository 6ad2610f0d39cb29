import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a document that adds one member to a team of the built-in world. */
export async function siteFile(home: string): Promise<void> {
  const text = 'version: 1\norganization: acme\nteams:\n  platform: { users: [nell] }\n';
  await writeFile(join(home, 'site.yaml'), text);
}
