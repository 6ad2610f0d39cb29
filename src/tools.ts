/** The programs whose configurations `svc` reads; they differ in file names and default registry. */
export const tools = ['terraform', 'tofu'] as const;
export type Tool = (typeof tools)[number];

/** The registry of a module address without a host (docs/protocol/modules.md#default-registry). */
export const registryHostOf: Readonly<Record<Tool, string>> = {
  terraform: 'registry.terraform.io',
  tofu: 'registry.opentofu.org',
};

/** The public registry: the host of an address on the command line without one (docs/protocol/discovery.md#default-host). */
export const defaultRegistryHost = registryHostOf.terraform;
