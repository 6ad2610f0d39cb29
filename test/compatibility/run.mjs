// `npm run compatibility`: the published modules, or with a name another script.
const others = { 'go-client': './go-client.mjs', windows: './windows.mjs' };
await import(others[process.argv[2]] ?? './corpus.mjs');
