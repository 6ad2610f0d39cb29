import { Document, isMap, isPair, isScalar, isSeq, Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import { AuthError } from '../base/errors.ts';
import { isOfSite, type PartName } from '../resources/index.ts';
import { isDenied, missingOrganization, readError } from './access.ts';
import { type ExportedPart, type ExportWishes, isHere, type Kind, type Reading } from './kind.ts';
import { kinds } from './kinds/index.ts';

/** A longer list has an item on each line. */
const longestFlow = 60;

/** What stands in an export. */
export interface Export {
  document: object;
  yaml: string;
  /** What it does not hold, and why. */
  omitted: string[];
}

export interface ExportOptions extends Reading, ExportWishes {
  /** The parts (default: all that the edition has and the token can read). */
  only: readonly PartName[] | undefined;
}

/**
 * The live state of a site as a document, in a stable order, without secrets and parts that the token cannot read.
 * @throws {SvcError} for a requested part that the token cannot read, and if it can read none
 */
export async function exportSite({ only, record, workspaces, ...reading }: ExportOptions): Promise<Export> {
  const edition = await reading.service.edition();
  const chosen = kinds.filter(({ name }) => {
    if (only !== undefined) return only.includes(name);
    return isHere(name, edition) && (isOfSite(name) || reading.organization !== '');
  });
  const { organization, service } = reading;
  const lacking: PartName[] = [];
  const parts = await Promise.all(
    chosen.map(async (kind): Promise<ExportedPart> => {
      try {
        return await kind.export(reading, { record, workspaces });
      } catch (error) {
        if (!isDenied(error)) throw error;
        if (only !== undefined) throw await readError(error, organization, service);
        lacking.push(kind.name);
        return { omitted: [`${kind.name}: ${error.message}`] };
      }
    }),
  );
  // A part of an organization that does not exist cannot be read either.
  const isLacking = chosen.some(({ name }) => !isOfSite(name) && lacking.includes(name));
  const missing = isLacking ? await missingOrganization(organization, service) : undefined;
  if (missing) throw missing;
  const omitted = parts.flatMap((part) => part.omitted);
  if (chosen.length > 0 && lacking.length === chosen.length) {
    const errors = omitted.map((detail) => ({ detail }));
    throw new AuthError("You can't read any part of this site with this token.", { errors });
  }
  const content = contentOf(chosen, parts, reading.organization);
  return { document: content, yaml: yamlOf(content, chosen, parts, omitted), omitted };
}

function contentOf(
  chosen: readonly Kind[],
  parts: readonly ExportedPart[],
  organization: string,
): Record<string, unknown> {
  const contents = (ofSite: boolean) => {
    const names = chosen.map(({ name }, index) =>
      isOfSite(name) === ofSite && parts[index]?.content ? [[name, parts[index].content]] : [],
    );
    return Object.fromEntries(names.flat());
  };
  const site = contents(true);
  return {
    version: 1,
    ...(organization === '' ? {} : { name: organization, organization }),
    ...(Object.keys(site).length > 0 ? { site } : {}),
    ...contents(false),
  };
}

function yamlOf(
  content: object,
  chosen: readonly Kind[],
  parts: readonly ExportedPart[],
  omitted: readonly string[],
): string {
  const document = new Document(content, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  for (const [index, { name }] of chosen.entries()) {
    const list = document.get(name);
    if (!isSeq(list)) continue;
    for (const [at, comments] of (parts[index]?.comments ?? []).entries()) {
      const item = list.items[at] as YAMLMap;
      if (comments.length > 0) item.commentBefore = commentOf(comments);
    }
  }
  if (omitted.length > 0)
    document.commentBefore = commentOf(['Not in this document:', ...omitted.map((line) => `- ${line}`)]);
  if (isMap(document.contents)) {
    for (const pair of document.contents.items.slice(1)) {
      const isLong = isPair(pair) && (isMap(pair.value) || isSeq(pair.value));
      if (isLong && isScalar(pair.key)) pair.key.spaceBefore = true;
    }
  }
  visit(document, {
    Seq(_, node) {
      if (isShort(node)) node.flow = true;
    },
    Scalar(_, node) {
      // Only a double-quoted scalar can hold an escape.
      if (typeof node.value === 'string' && /[\p{C}\p{Zl}\p{Zp}]/u.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isShort({ items }: YAMLSeq): boolean {
  const texts = items.map((item) => (isScalar(item) ? String(item.value) : undefined));
  return texts.every((text) => text !== undefined) && texts.join(', ').length <= longestFlow;
}

/** Each text on a line of its own, without characters that end or disturb one. */
function commentOf(texts: readonly string[]): string {
  return texts.map((text) => ` ${text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`).join('\n');
}
