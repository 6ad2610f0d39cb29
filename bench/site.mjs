import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crowdedSandbox, nameOf, svc } from './sandbox.mjs';

const names = ['ci', 'chat', 'audit'];
const looped = 50;
const peak = resolve(import.meta.dirname, 'peak.cjs');

/** svc diff, apply and export of 1,500 notifications in 500 workspaces, beside a loop of `svc notification create` for 50 of them. */
export async function run() {
  const work = mkdtempSync(join(tmpdir(), 'svc-bench-site-'));
  const sandbox = await crowdedSandbox(join(work, 'sandbox.json'), 500);
  try {
    const document = join(work, 'site.yaml');
    writeFileSync(document, `version: 1\norganization: acme\nnotifications:\n${names.map(entry).join('')}`);
    const env = { ...process.env, ...sandbox.env, XDG_STATE_HOME: work, PEAK_FILE: join(work, 'peak') };
    const measured = (what, ...words) => {
      const { seconds, status } = timed([svc, ...words], env);
      const megabytes = Math.round(Number(readFileSync(env.PEAK_FILE, 'utf8')) / 1024);
      console.log(`${what}: exit ${status}, ${seconds} s, ${megabytes} MB`);
    };
    measured('diff of 1,500 missing', 'diff', '-f', document);
    measured('apply of 1,500 creations', 'apply', '-f', document, '--yes');
    measured('diff of 1,500 equal', 'diff', '-f', document);
    measured('apply of 1,500 equal', 'apply', '-f', document, '--yes');
    measured('export of 1,500', 'export');
    const started = process.hrtime.bigint();
    for (let index = 0; index < looped; index += 1) {
      const words = `notification create -w ${nameOf(index)} --name loop --destination-type slack`;
      timed([svc, ...words.split(' '), '--url', 'https://chat.example.com/loop'], env);
    }
    console.log(`a loop of ${looped} svc notification create: ${since(started)} s`);
  } finally {
    await sandbox.stop();
    rmSync(work, { recursive: true, force: true });
  }
}

const entry = (name) =>
  `  - { name: ${name}, workspaces: ["web-*"], destination-type: slack, url: "https://chat.example.com/${name}" }\n`;
const since = (started) => (Number(process.hrtime.bigint() - started) / 1e9).toFixed(1);

function timed(words, env) {
  const started = process.hrtime.bigint();
  const { status } = spawnSync(process.execPath, ['--require', peak, ...words], { env, stdio: 'ignore' });
  return { status, seconds: since(started) };
}
