// npm run bench -- NAME... : the measurements behind the claims about speed. Without a name it runs all.
const names = [
  'startup',
  'bundle',
  'modules',
  'extract',
  'download',
  'install',
  'folders',
  'real',
  'serve',
  'paging',
  'rows',
  'team',
  'site',
  'many',
  'listener',
  'broker',
  'house',
  'first-steps',
];

// Node 20 reads this file at every start, which triples the start-up time: the ratio to `node -e 0` would differ
// from a machine without it.
delete process.env.NODE_EXTRA_CA_CERTS;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown measurement: ${unknown.join(', ')}. Choose from ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n## ${name}\n`);
    const { run } = await import(`./${name}.mjs`);
    await run();
  }
}
