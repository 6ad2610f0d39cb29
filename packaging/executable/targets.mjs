/** Each target: the npm package of its runtime, and the compiler's name for it. */
export const targets = {
  'linux-x64': { runtime: '@oven/bun-linux-x64', compile: 'bun-linux-x64' },
  'linux-arm64': { runtime: '@oven/bun-linux-aarch64', compile: 'bun-linux-arm64' },
  'linux-x64-musl': { runtime: '@oven/bun-linux-x64-musl', compile: 'bun-linux-x64-musl' },
  'linux-arm64-musl': { runtime: '@oven/bun-linux-aarch64-musl', compile: 'bun-linux-arm64-musl' },
  'darwin-x64': { runtime: '@oven/bun-darwin-x64', compile: 'bun-darwin-x64' },
  'darwin-arm64': { runtime: '@oven/bun-darwin-aarch64', compile: 'bun-darwin-arm64' },
  'windows-x64': { runtime: '@oven/bun-windows-x64', compile: 'bun-windows-x64' },
};

/** The target of the machine that builds. */
export function ownTarget() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const musl = system === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  return `${system}-${process.arch}${musl ? '-musl' : ''}`;
}

/** @throws for a name that is not in the table */
export function targetNamed(name) {
  const target = targets[name];
  if (target === undefined) throw new Error(`Unknown target "${name}". Targets: ${Object.keys(targets).join(', ')}.`);
  return { ...target, extension: name.startsWith('windows-') ? '.exe' : '' };
}
