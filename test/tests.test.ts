import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(import.meta.dirname, file), 'utf8')]));

test('properties draw what is random from one seed', () => {
  const drawing = files.filter((file) => /^(?:import|export) .* from 'fast-check'/m.test(texts.get(file)!));
  expect(drawing).toEqual([join('support', 'properties.ts')]);
});
