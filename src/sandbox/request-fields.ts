/** Returns the fields that have a value in a request. */
export function givenFields<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

/** Returns the distinct ids of a to-many relationship; undefined without the relationship. */
export function idsOf(references: readonly { id: string }[] | undefined): string[] | undefined {
  return references && [...new Set(references.map(({ id }) => id))];
}

/** Returns the values of `include`, which names the kinds of related resources to add to the reply. */
export function includesOf(query: URLSearchParams): string[] {
  return query.get('include')?.split(',') ?? [];
}
