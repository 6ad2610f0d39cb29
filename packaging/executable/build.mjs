import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { runtimeOf } from './runtime.mjs';
import { ownTarget, targetNamed, targets } from './targets.mjs';

export { UnavailableError } from './runtime.mjs';
export { ownTarget, targets };

const root = resolve(import.meta.dirname, '../..');

/** Returns the default path of the executable for a target (default: this machine). */
export function executableOf(name = ownTarget()) {
  return join(root, 'build', `svc-${name}${targetNamed(name).extension}`);
}

/**
 * Compiles `dist/` into one executable and returns its path.
 * @throws {UnavailableError} if npm cannot fetch the compiler or the runtime
 */
export function buildExecutable(name = ownTarget(), out = executableOf(name)) {
  if (!existsSync(join(root, 'dist/main.cjs'))) throw new Error('dist/main.cjs is missing. Run: npm run build');
  const target = targetNamed(name);
  const runtimes = join(root, 'build/runtimes');
  const compiler = runtimeOf(targetNamed(ownTarget()).runtime, runtimes);
  mkdirSync(dirname(out), { recursive: true });
  const temporary = mkdtempSync(join(dirname(resolve(out)), 'compile-'));
  try {
    // Pass the path of the runtime: otherwise the compiler would download one.
    const runtime = runtimeOf(target.runtime, runtimes);
    const compiled = join(temporary, `svc${target.extension}`);
    execFileSync(
      compiler,
      [
        ...['build', '--compile', `--target=${target.compile}`, `--compile-executable-path=${runtime}`],
        // Ignore configuration files in the current folder: they must not change what svc runs.
        ...['dotenv', 'bunfig', 'tsconfig', 'package-json'].map((file) => `--no-compile-autoload-${file}`),
        ...['--minify', '--bytecode', '--sourcemap=none'],
        // Most commands end before compiling a function pays off, so compile it after 20 times as many calls as usual.
        '--compile-jit-policy=20',
        // The embedded files are in the folder of the entry; by default, these names would be folders of the machine that builds.
        ...['--define=__dirname=require.main.path', '--define=__filename=require.main.filename'],
        ...['completions', 'dist/chunks/jq.wasm', 'dist/chunks/llhttp.wasm', 'dist/facts', 'dist/schemas'].map(
          (path) => `--asset=${path}`,
        ),
        ...['packaging/executable/entry.cjs', `--outfile=${compiled}`],
      ],
      { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH, HOME: temporary } },
    );
    renameSync(compiled, out);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return out;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { target: { type: 'string', multiple: true }, out: { type: 'string' } } });
  for (const name of values.target ?? [ownTarget()]) {
    const path = buildExecutable(name, values.out);
    console.log(`${path} ${(statSync(path).size / 1e6).toFixed(1)} MB`);
  }
}
