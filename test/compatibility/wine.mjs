import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Why the executable cannot be run here: a program that is missing. */
export class MissingError extends Error {}

/** bcryptprimitives.dll, with the only function of it that the runtime imports. */
const randomBytes = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
`;
const compiler = 'x86_64-w64-mingw32-gcc';
/** Messages of Debian's launcher on stderr. */
const notes = /^(it looks like wine32 is missing|multiarch needs|execute "dpkg|apt-get install wine32)/;

/**
 * Runs svc.exe of a folder in wine, with a registry, a home and a drive C: of its own in that folder.
 * @throws {MissingError} without wine, or if wine lacks a DLL that cannot be compiled here
 */
export function openWine(folder) {
  const version = spawnSync('wine', ['--version'], { encoding: 'utf8' });
  if (version.error) throw new MissingError('there is no wine on PATH. On Debian: apt-get install wine64');
  const exe = join(folder, 'svc.exe');
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const environment = {
    ...{ PATH: process.env.PATH, HOME: home, USER: 'ann', LANG: 'C.UTF-8' },
    ...{ WINEPREFIX: join(folder, 'prefix'), WINEDEBUG: '-all', WINEARCH: 'win64' },
    // Neither menus nor .NET nor a browser are set up.
    WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=d',
  };

  /** Starts svc. `input` is a file for stdin: wine cannot read from a pipe of Linux. */
  function start(words, { cwd = folder, env = {}, input = '/dev/null' } = {}) {
    const stdio = [openSync(input, 'r'), 'pipe', 'pipe'];
    const child = spawn('wine', [exe, ...words], { cwd, env: { ...environment, ...env }, stdio });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (piece) => {
        output[name] += piece;
      });
    }
    const ended = new Promise((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve({ code, ...read() }));
    });
    /** The output so far, with the line ends of Linux and without the notes of the launcher. */
    function read() {
      const lines = output.stderr.replaceAll('\r\n', '\n').split('\n');
      return { stdout: output.stdout, stderr: lines.filter((line) => !notes.test(line)).join('\n') };
    }
    /** Waits for a text on stdout or stderr. */
    async function said(pattern) {
      for (;;) {
        const found = pattern.exec(read().stdout) ?? pattern.exec(read().stderr);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(`svc ended without ${pattern}: ${read().stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    return { ended, said, interrupt: () => child.kill('SIGINT') };
  }

  const run = (words, options) => start(words, options).ended;

  /** Adds the DLL that wine 8 lacks. Returns its name, or undefined if wine has it. */
  async function complete() {
    if ((await run(['--version'])).code === 0) return undefined;
    const source = join(folder, 'prng.c');
    const library = 'bcryptprimitives.dll';
    writeFileSync(source, randomBytes);
    const built = spawnSync(compiler, ['-shared', '-o', join(folder, library), source, '-ladvapi32']);
    if (built.error) {
      const lacks = `this wine cannot start svc.exe, probably because it lacks ${library}`;
      throw new MissingError(
        `${lacks}, and there is no ${compiler} on PATH. On Debian: apt-get install gcc-mingw-w64-x86-64`,
      );
    }
    const { code, stderr } = await run(['--version']);
    if (code !== 0) throw new Error(`svc.exe does not start in wine: ${stderr}`);
    return library;
  }

  const close = () => void spawnSync('wineserver', ['-k'], { env: environment });
  return { close, complete, run, start, version: version.stdout.trim() };
}
