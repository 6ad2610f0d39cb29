/** The three names of a module. Each is any text (docs/protocol/registry.md#module-object). */
export type NameLabel = 'namespace' | 'name' | 'provider';

const stockName = /^[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62}[0-9A-Za-z])?$/;
const stockProvider = /^[0-9a-z]{1,64}$/;

/** Returns what is wrong with a name that no address can contain. */
export function nameFault(label: NameLabel, name: string): string | undefined {
  if (name === '') return `the ${label} is empty`;
  const quoted = `the ${label} ${JSON.stringify(name)}`;
  // URL parsers treat dots as steps; the other characters end a name in an address or are invisible.
  if (name === '.' || name === '..') return `${quoted} is not allowed`;
  if (/[\\@#?]/.test(name)) return `${quoted} contains one of \\ @ # ?`;
  if (/[\s\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) return `${quoted} contains white space or an invisible character`;
  return undefined;
}

/** Returns why the stock tool rejects a name (docs/protocol/modules.md#addresses). */
export function stockFault(label: NameLabel, name: string): string | undefined {
  if ((label === 'provider' ? stockProvider : stockName).test(name)) return undefined;
  const grammar =
    label === 'provider'
      ? '1 to 64 lower-case letters and digits'
      : '1 to 64 ASCII letters, digits, - and _ with a letter or digit at both ends';
  return `the ${label} ${JSON.stringify(name)} is not ${grammar}`;
}
