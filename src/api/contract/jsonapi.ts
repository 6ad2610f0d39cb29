import { z } from 'zod/mini';

/** Attributes that may be missing or null. */
export const text = z.nullish(z.string());
export const number = z.nullish(z.number());
export const flag = z.nullish(z.boolean());

/** Schemas of attributes by their names. */
export type Shape = z.core.$ZodShape;

type Word<Words extends string> = Words extends `${infer One} ${infer More}` ? One | Word<More> : Words;

/** Returns attributes that share one schema; each text has one or more attribute names, with blanks between them. */
export function fieldsOf<Type extends z.ZodMiniType, const Words extends string>(schema: Type, ...words: Words[]) {
  const names = words.join(' ').split(' ');
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Word<Words>, Type>;
}

export const nonEmpty = z.string().check(z.minLength(1));

/** Attributes or links by name, spelled as on the wire (kebab-case), including unknown ones. */
const openObject = z.nullish(z.record(z.string(), z.unknown()));

/**
 * Returns the schema of a resource: `id` and a type are required, the given attributes are checked, others pass through
 * (docs/protocol/conventions.md#documents). assumed: the types that the specification does not show; undefined accepts any type.
 */
export function resource<Shape extends z.core.$ZodShape>(type: string | undefined, attributes: Shape) {
  return z.looseObject({
    id: z.string(),
    type: type === undefined ? z.string() : z.literal(type),
    attributes: z.looseObject(attributes),
    relationships: openObject,
    links: openObject,
  });
}

/** Returns a document with one resource. */
export function documentOf<Resource extends z.ZodMiniType>(of: Resource) {
  return z.looseObject({ data: of });
}

/** Returns a document with a collection; `meta.pagination` and `links` for a paged endpoint (docs/protocol/conventions.md#pages). */
export function listOf<Resource extends z.ZodMiniType>(of: Resource) {
  return z.looseObject({ data: z.array(of), links: openObject, meta: openObject });
}

/** Returns the `data` of a request body. */
export function body<Data extends z.core.$ZodShape>(data: Data) {
  return z.looseObject({ data: z.looseObject(data) });
}

/** Returns a request body that has only a type and attributes. */
export function bodyOf<const Type extends string, Attributes extends z.ZodMiniType>(
  type: Type,
  attributes: Attributes,
) {
  return body({ type: z.literal(type), attributes });
}

/** Returns the body of a partial update; without `attributes` nothing changes. */
export function patch<const Type extends string, Attributes extends z.ZodMiniObject>(
  type: Type,
  attributes: Attributes,
) {
  return bodyOf(type, z.prefault(attributes, {} as z.input<Attributes>));
}

/** assumed: public clients may send no type here, or an empty one (docs/protocol/conventions.md#missing-types). */
export function typeOrNone<const Type extends string>(type: Type) {
  return z.optional(z.literal([type, '']));
}

/** assumed: the query parameters for a page of a list (docs/protocol/conventions.md#pages). */
export const pageQuery = ['page[number]', 'page[size]'] as const;

/** References to resources of one type, in relationships and relationship documents. */
export function references<const Type extends string>(type: Type) {
  return z.looseObject({
    data: z.array(z.looseObject({ type: z.literal(type), id: nonEmpty })),
  });
}
