import { z } from 'zod';

// The fields that `svc` needs in a registry's responses. Registries omit documented fields, or send them in another form.

/** An entry of a list or search. */
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

/** The response for one module. */
export const describedModule = z.lazy(() => z.looseObject({ version: z.string() }));
export type DescribedModule = z.infer<typeof describedModule>;

const versionsOfModule = z.lazy(() => z.looseObject({ versions: z.array(z.unknown()).nullish() }));

/** The first element is the requested module; for an unknown module, a registry may omit it or its versions. */
export const listedVersions = z.lazy(() =>
  z.looseObject({ modules: z.tuple([versionsOfModule.optional()], z.unknown()) }),
);
