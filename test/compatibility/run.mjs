// `npm run compatibility`: the published modules, or with a name another script.
const others = {
  registry: './registry.mjs',
  'go-client': './go-client.mjs',
  hcl: './hcl.mjs',
  audit: './audit.mjs',
  oci: './oci.mjs',
  update: './update.mjs',
  windows: './windows.mjs',
};
await import(others[process.argv[2]] ?? './corpus.mjs');
