import { z } from 'zod';

// What `svc` needs of a registry's answers. Registries leave out what the documents name, or send it in another shape.

/** A row of a list or search. */
const listedModule = z.lazy(() =>
  z.looseObject({ namespace: z.string(), name: z.string(), provider: z.string(), version: z.string() }),
);
export type ListedModule = z.infer<typeof listedModule>;

export const listedPage = z.lazy(() =>
  z.looseObject({
    meta: z.looseObject({ next_offset: z.number().nullish(), next_url: z.string().nullish() }).nullish(),
    modules: z.array(listedModule),
  }),
);

/** The answer for one module. */
export const describedModule = z.lazy(() => z.looseObject({ version: z.string() }));
export type DescribedModule = z.infer<typeof describedModule>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.array(z.unknown()).nullish() }));

/** The first element is the requested module; a registry may answer without it, or without its versions, where there is no such module. */
export const listedVersions = z.lazy(() =>
  z.looseObject({ modules: z.tuple([versionsOfModule.optional()], z.unknown()) }),
);
