// npm run bench -- NAME...: the measurements behind the claims about speed, with one table at the end. Without a name, all run. `quick` makes
// fewer runs with smaller inputs, about two minutes in all; `--write` puts the table of a whole run into docs/performance.md.
import { loadavg } from 'node:os';
import { failed, tableOf, writeTable } from './table.mjs';

/** The measurements. The value says whether `quick` includes one: it omits those that install packages or build variants of the program. */
const measurements = {
  startup: true,
  bundle: false,
  modules: true,
  extract: true,
  download: true,
  install: true,
  folders: true,
  real: true,
  serve: true,
  paging: true,
  rows: true,
  team: true,
  site: true,
  many: true,
  listener: true,
  broker: true,
  house: true,
  'first-steps': false,
};
const names = Object.keys(measurements);

// Node 20 reads the file of this variable at every start, which triples the start-up time, and so changes the ratio
// to `node -e 0` on a machine that sets it.
delete process.env.NODE_EXTRA_CA_CERTS;

const words = process.argv.slice(2);
const [quick, write] = ['quick', '--write'].map((word) => words.includes(word));
const chosen = words.filter((word) => word !== 'quick' && word !== '--write');
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown measurement: ${unknown.join(', ')}. Choose from quick, ${names.join(', ')}.`);
  process.exitCode = 2;
} else if (write && (quick || chosen.length > 0)) {
  console.error('--write needs the figures of a whole run: npm run bench -- --write');
  process.exitCode = 2;
} else {
  const all = quick ? names.filter((name) => measurements[name]) : names;
  const rows = [];
  for (const name of chosen.length > 0 ? chosen : all) {
    console.error(`${name} …`);
    const { run } = await import(`./${name}.mjs`);
    const measured = await run({ quick }).catch((error) => {
      console.error(error);
      process.exitCode = 1;
      return [failed(String(error.message).split('\n')[0])];
    });
    rows.push(...measured.map((row) => ({ ...row, name: `${name}: ${row.name}` })));
  }
  console.log(
    `\nNode ${process.versions.node}, load ${loadavg()[0].toFixed(1)}${quick ? ', quick' : ''}\n\n${tableOf(rows)}`,
  );
  if (write) writeTable(rows);
}
