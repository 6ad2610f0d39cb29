// npm run bench -- NAME... : the measurements behind the speed claims; all of them without a name.
const names = ['startup', 'extract', 'download', 'install', 'serve', 'paging', 'rows', 'team', 'listener', 'house'];

// Node 20 reads what it names at every start, for twice the time of the start itself: the ratio to `node -e 0` would be another
// one than on a machine without it.
delete process.env.NODE_EXTRA_CA_CERTS;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n## ${name}\n`);
    const { run } = await import(`./${name}.mjs`);
    await run();
  }
}
