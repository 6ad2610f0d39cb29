import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Replaces `{{name}}` in a template of packaging/templates. */
export function filled(name, values) {
  const template = readFileSync(join(import.meta.dirname, '../templates', name), 'utf8');
  return template.replace(/\{\{(\S+?)\}\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`packaging/templates/${name} requires ${key}`);
    return values[key];
  });
}

/** The values of both templates: names, addresses, and `url-TARGET` and `sha256-TARGET` of each archive. */
export function templateValues({ identity, version, description, archives }) {
  const [summary] = description.split(':');
  const className = identity.package.replace(/(?:^|[-_])(\w)/g, (_, first) => first.toUpperCase());
  return {
    ...{ package: identity.package, homepage: identity.homepage, downloads: identity.downloads, version, className },
    summary,
    ...Object.fromEntries(
      archives.flatMap(({ target, name, sha256 }) => [
        [`url-${target}`, `${identity.downloads}/v${version}/${name}`],
        [`sha256-${target}`, sha256],
      ]),
    ),
  };
}
