// `npm run compatibility`: the published modules, or with `go-client` the public Go client.
await import(process.argv[2] === 'go-client' ? './go-client.mjs' : './corpus.mjs');
