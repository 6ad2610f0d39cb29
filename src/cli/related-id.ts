/** The id of the resource in a to-one relationship. */
export function relatedId(
  { relationships }: { relationships?: Readonly<Record<string, unknown>> | null | undefined },
  name: string,
): unknown {
  const related = relationships?.[name] as { data?: { id?: unknown } | null } | null | undefined;
  return related?.data?.id;
}
