import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

const library = dirname(fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json')));
const schema = (name: string) =>
  JSON.parse(readFileSync(join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8'));

/** The public schema of CycloneDX 1.6 (Apache-2.0), with those that it refers to. */
const ajv = new Ajv({ strict: false, allErrors: true });
for (const name of ['spdx', 'jsf-0.82'])
  ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
addFormats.default(ajv);
const character = '[^\\s<>"{}|\\\\^`]';
// RFC 3987 where it matters here: no blanks, and no colon in the first segment without a scheme.
ajv.addFormat('iri-reference', new RegExp(`^([a-z][a-z0-9+.-]*:|(?![^/]*:))${character}*$`, 'i'));
ajv.addFormat('idn-email', /^[^@\s]+@[^@\s]+$/);
const validate = ajv.compile(schema('bom-1.6'));

/** A document that the schema of CycloneDX 1.6 accepts, and whose references are declared once. */
export function validSbom(text: string) {
  const sbom = JSON.parse(text);
  expect(validate(sbom) ? [] : validate.errors).toEqual([]);
  const refs = [sbom.metadata.component, ...sbom.components].map((each: { 'bom-ref': string }) => each['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(sbom.dependencies.map(({ ref }: { ref: string }) => ref).sort()).toEqual(refs.toSorted());
  return sbom;
}
