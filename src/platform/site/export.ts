import { Document, isMap, isScalar, isSeq, Scalar, visit, type YAMLMap, type YAMLSeq } from 'yaml';
import { AuthError } from '../../base/errors.ts';
import { isOfSite, type PartName } from '../resources/index.ts';
import { isDenied, missingOrganization, readError } from './access.ts';
import type { ExportedPart, Reading } from './kind.ts';
import { kinds, kindsOf } from './kinds/index.ts';

const longestFlow = 60;

interface Options extends Reading {
  /** The parts (default: all parts of the edition that the token can read). */
  only: readonly PartName[] | undefined;
  workspaces: readonly string[] | undefined;
}

type Part = ExportedPart & { name: PartName };

/** Returns the live state of a site as a document, in a stable order. @throws {SvcError} if the token cannot read one of the parts in `only`, or no part at all */
export async function exportSite({ only, workspaces, ...reading }: Options) {
  const { organization, service } = reading;
  const all = kindsOf(await service.edition(), organization);
  const chosen = only === undefined ? all : kinds.filter(({ name }) => only.includes(name));
  const lacking: PartName[] = [];
  const parts = await Promise.all(
    chosen.map(async ({ export: exported, name }): Promise<Part> => {
      const part = await exported(reading, workspaces).catch(async (error: unknown): Promise<ExportedPart> => {
        if (!isDenied(error)) throw error;
        if (only !== undefined) throw await readError(error, organization, service);
        lacking.push(name);
        return { omitted: [`${name}: ${error.message}`] };
      });
      return { name, ...part };
    }),
  );
  const hasRead = parts.some(({ name }) => !isOfSite(name) && !lacking.includes(name));
  // If the organization is missing, that is the reason for every unreadable part.
  const missing = hasRead || lacking.every(isOfSite) ? undefined : await missingOrganization(organization, service);
  if (missing) throw missing;
  const omitted = parts.flatMap((part) => part.omitted);
  if (parts.length > 0 && lacking.length === parts.length) {
    const errors = omitted.map((detail) => ({ detail }));
    throw new AuthError("You can't read any part of this site with this token.", { errors });
  }
  const content = contentOf(parts, organization, only);
  return { document: content, yaml: yamlOf(content, parts, omitted), omitted };
}

function contentOf(parts: readonly Part[], organization: string, only: Options['only']): Record<string, unknown> {
  // Documents with different parts need different names, or they would prune each other.
  const name = [organization, ...(only ? parts.map((part) => part.name) : [])].join('-');
  const shown = parts.filter(({ content = {} }) => Object.keys(content).length > 0);
  const contents = (some: readonly Part[]) => Object.fromEntries(some.map(({ content, name }) => [name, content]));
  const ofSite = shown.filter(({ name }) => isOfSite(name));
  return {
    version: 1,
    ...(organization === '' ? {} : { name, organization }),
    ...(ofSite.length > 0 ? { site: contents(ofSite) } : {}),
    ...contents(shown.filter((part) => !ofSite.includes(part))),
  };
}

function yamlOf(content: object, parts: readonly Part[], omitted: readonly string[]): string {
  const document = new Document(content, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  for (const { comments = [], name } of parts)
    for (const [index, texts] of comments.entries())
      if (texts.length > 0) (document.getIn([name, index], true) as YAMLMap).commentBefore = commentOf(texts);
  if (omitted.length > 0)
    document.commentBefore = commentOf(['Not in this document:', ...omitted.map((line) => `- ${line}`)]);
  if (isMap(document.contents)) {
    for (const { key, value } of document.contents.items.slice(1))
      if (isScalar(key) && (isMap(value) || isSeq(value))) key.spaceBefore = true;
  }
  visit(document, {
    Seq(_, node) {
      if (isShort(node)) node.flow = true;
    },
    Scalar(_, node) {
      // YAML has escapes only in a double-quoted text.
      if (typeof node.value === 'string' && /[\p{C}\p{Zl}\p{Zp}]/u.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function isShort({ items }: YAMLSeq): boolean {
  const texts = items.map((item) => (isScalar(item) ? String(item.value) : undefined));
  return texts.every((text) => text !== undefined) && texts.join(', ').length <= longestFlow;
}

/** Formats each text as a line of a comment, without characters that would end or distort the line. */
function commentOf(texts: readonly string[]): string {
  return texts.map((text) => ` ${text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')}`).join('\n');
}
