// npm run soak -- NAME... : runs that take minutes (floods, kill loops, memory over time, properties with new seeds). Without a name it runs all.
const names = [
  'listener',
  'listener-kills',
  'download',
  'kill-points',
  'sandbox',
  'properties',
  'site',
  'processes',
  'broker',
  'linear',
  'executable',
  'mutants',
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown soak: ${unknown.join(', ')}. Choose from ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n## ${name}\n`);
    const { run } = await import(`./${name}.mjs`);
    await run();
  }
}
