/** Returns the fields that a request gives. */
export function present<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

/** Returns the ids of a relationship to many, each once; undefined without the relationship. */
export function idsOf(references: readonly { id: string }[] | undefined): string[] | undefined {
  return references && [...new Set(references.map(({ id }) => id))];
}

/** Returns the kinds of resources that a request includes. */
export function includesOf(query: URLSearchParams): string[] {
  return query.get('include')?.split(',') ?? [];
}
