import { version } from '../package.json' with { type: 'json' };

export { version };

/** What a command line that asks for nothing but the version is answered; undefined for every other. */
export function versionAsked(argv: readonly string[]): string | undefined {
  return argv.length === 1 && /^(--version|-V|-v|version)$/.test(argv[0] ?? '') ? `svc ${version}\n` : undefined;
}
