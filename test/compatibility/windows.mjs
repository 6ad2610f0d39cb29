import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildExecutable, UnavailableError } from '../../packaging/executable/build.mjs';
import { windowsJobs } from './windows-jobs.mjs';
import { MissingError, openWine } from './wine.mjs';

// Runs the main jobs of the executable for Windows in wine, against a sandbox of Linux.

const svc = fileURLToPath(new URL('../../bin/svc.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-windows-'));
let wine;
let service;
try {
  wine = openWine(folder);
  buildExecutable('windows-x64', join(folder, 'svc.exe'));
  const added = await wine.complete();
  console.log(`Running svc.exe in ${wine.version}${added === undefined ? '' : `, with ${added} compiled here`}.`);
  service = await startSandbox();
  process.exitCode = await runJobs();
} catch (error) {
  if (!(error instanceof MissingError || error instanceof UnavailableError)) throw error;
  console.log(`SKIPPED windows: ${error.message}.`);
} finally {
  service?.child.kill();
  wine?.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}

/** Prints one line for each job. Returns the exit code. */
async function runJobs() {
  let failures = 0;
  for (const [name, job] of Object.entries(windowsJobs({ folder, wine, info: service.info }))) {
    try {
      await job();
      console.log(`ok      ${name}`);
    } catch (error) {
      failures += 1;
      console.log(`FAILED  ${name}: ${error.message}`);
    }
  }
  return failures === 0 ? 0 : 1;
}

async function startSandbox() {
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder };
  const child = spawn(process.execPath, [svc, 'sandbox', 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    text += piece;
    if (text.includes('\n')) return { child, info: JSON.parse(text) };
  }
  throw new Error('The sandbox does not start.');
}
