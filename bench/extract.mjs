import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { median, moveAside, remove } from './pairs.mjs';
import { row } from './table.mjs';

const mebibyte = 1024 * 1024;
const source = fileURLToPath(new URL('../src/modules/archive/extract.ts', import.meta.url));

const child = `
const { createReadStream } = require('node:fs');
const { extractArchive } = require('./extract.cjs');
const began = performance.now();
extractArchive(createReadStream(process.argv[2]), process.argv[3]).then(() => {
  console.log(JSON.stringify({ ms: performance.now() - began, kibibytes: process.resourceUsage().maxRSS }));
});
`;

const fixtures = {
  '20,000 files of 1-4 KB': (folder) => {
    const noise = randomBytes(4096).toString('base64');
    for (let at = 0; at < 20_000; at += 1) {
      const path = join(folder, `m${Math.floor(at / 400)}`, `d${Math.floor(at / 40)}`);
      if (at % 40 === 0) mkdirSync(path, { recursive: true });
      const line = (row) =>
        `variable "v${at}_${row}" { default = "${noise.substr((at * 7 + row * 13) % 4000, 20)}" }\n`;
      const text = Array.from({ length: 80 }, (_, row) => line(row)).join('');
      writeFileSync(join(path, `f${at}.tf`), text.slice(0, 1024 + ((at * 37) % 3072)));
    }
  },
  '200 MB of noise': (folder) => {
    for (let at = 0; at < 20; at += 1) writeFileSync(join(folder, `${at}.bin`), randomBytes(10 * mebibyte));
  },
  '200 MB of text': (folder) => {
    for (let at = 0; at < 20; at += 1) {
      const lines = Array.from(
        { length: 200_000 },
        (_, row) => `resource "r${(row * 7919) % 100_003}" { a = ${Math.random()} }\n`,
      );
      writeFileSync(join(folder, `${at}.tf`), lines.join('').slice(0, 10 * mebibyte));
    }
  },
};

/** Compares extraction with `tar xzf` in paired child processes. TMPDIR chooses the disk. */
export async function run({ quick }) {
  const measured = quick ? Object.entries(fixtures).slice(0, 1) : Object.entries(fixtures);
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-extract-'));
  try {
    const bundle = await rolldown({ input: source, platform: 'node' });
    await bundle.write({ file: join(work, 'extract.cjs'), format: 'cjs' });
    await bundle.close();
    writeFileSync(join(work, 'child.cjs'), child);
    return measured.flatMap(([name, make]) => {
      const { ratio, within, megabytes } = compare(work, name, make, quick ? 1 : 7);
      return [
        row(name, ratio, 'x tar xzf'),
        row(`${name}, without the start of Node`, within, 'x tar xzf'),
        row(`${name}, peak memory`, megabytes, 'MB'),
      ];
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function compare(work, name, make, pairs) {
  const [input, archive, output] = ['input', 'input.tar.gz', 'output'].map((name) => join(work, name));
  mkdirSync(input);
  make(input);
  checked('tar', ['czf', archive, '-C', input, '.']);
  rmSync(input, { recursive: true });
  const clear = name.startsWith('200 MB') ? remove : moveAside;
  const rounds = Array.from({ length: pairs }, () => {
    const tar = timed(work, output, clear, () => checked('tar', ['xzf', archive, '-C', output]));
    const svc = timed(work, output, clear, () =>
      JSON.parse(checked(process.execPath, [join(work, 'child.cjs'), archive, output])),
    );
    return { tar: tar.ms, process: svc.ms, within: svc.result.ms, kibibytes: svc.result.kibibytes };
  });
  rmSync(archive);
  const middle = (measure) => median(rounds.map(measure));
  return {
    ratio: middle((round) => round.process / round.tar),
    within: middle((round) => round.within / round.tar),
    megabytes: Math.round(Math.max(...rounds.map((round) => round.kibibytes)) / 1024),
  };
}

function timed(work, output, clear, call) {
  mkdirSync(output);
  const began = performance.now();
  const result = call();
  const ms = performance.now() - began;
  clear(work, output);
  return { ms, result };
}

function checked(command, words) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}
