import { version } from '../../package.json' with { type: 'json' };

export { version };

/** Returns the output for a command line that only requests the version; undefined for any other. */
export function versionOutput(argv: readonly string[]): string | undefined {
  return argv.length === 1 && /^(--version|-V|-v|version)$/.test(argv[0] ?? '') ? `svc ${version}\n` : undefined;
}
