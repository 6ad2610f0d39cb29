// npm run soak -- NAME... : what takes minutes (floods, kill loops, memory over time, properties from new seeds); all of them without a name.
const names = ['listener', 'listener-kills', 'download', 'kill-points', 'sandbox', 'properties', 'processes'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no soak called ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n## ${name}\n`);
    const { run } = await import(`./${name}.mjs`);
    await run();
  }
}
