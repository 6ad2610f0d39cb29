/** The programs whose configurations `svc` reads; they differ in which files count, and in their own registry. */
export const tools = ['terraform', 'tofu'] as const;
export type Tool = (typeof tools)[number];

/** The registry that a module address without a host belongs to (docs/protocol/modules.md#default-registry). */
export const registryHostOf: Readonly<Record<Tool, string>> = {
  terraform: 'registry.terraform.io',
  tofu: 'registry.opentofu.org',
};

/** The public registry: the host of an address typed without one (docs/protocol/discovery.md#default-host). */
export const defaultRegistryHost = registryHostOf.terraform;
