import { z } from 'zod/mini';

// The fields that `svc` needs in a registry's responses. Registries omit documented fields, or send them in another form.

/** An entry of a list or search. */
const listedModule = z.lazy(() =>
  z.looseObject({ namespace: z.string(), name: z.string(), provider: z.string(), version: z.string() }),
);
export type ListedModule = z.infer<typeof listedModule>;

export const listedPage = z.lazy(() =>
  z.looseObject({
    meta: z.nullish(z.looseObject({ next_offset: z.nullish(z.number()), next_url: z.nullish(z.string()) })),
    modules: z.array(listedModule),
  }),
);

/** The response for one module. */
export const describedModule = z.lazy(() => z.looseObject({ version: z.string() }));
export type DescribedModule = z.infer<typeof describedModule>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.nullish(z.array(z.unknown())) }));

/** The first element is the requested module; for an unknown module, a registry may omit it or its versions. */
export const listedVersions = z.lazy(() =>
  z.looseObject({ modules: z.tuple([z.optional(versionsOfModule)], z.unknown()) }),
);
