/**
 * The section of one version.
 * @throws if the changelog has no section with changes for it
 */
export function changelogSection(changelog, version) {
  const [, title, body] =
    new RegExp(`^## (${version.replaceAll('.', '\\.')}(?: \\([^)]*\\))?)\\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(
      changelog,
    ) ?? [];
  if (!body?.trim()) throw new Error(`CHANGELOG.md has no changes for ${version}.`);
  return { title, body: `${body.trim()}\n` };
}
