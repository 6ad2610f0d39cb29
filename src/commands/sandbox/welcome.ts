import { evalOf, type ShellLanguage } from '../../base/shell-word.ts';
import { printable } from '../../cli/terminal/printable.ts';
import type { SandboxInfo } from '../../sandbox/info.ts';

/** Returns the message of a started sandbox: addresses, tokens and the next command. */
export function welcome(
  info: SandboxInfo,
  {
    caFile,
    data,
    edition,
    shell,
  }: { edition: string; shell: ShellLanguage; data?: string | undefined; caFile?: string | undefined },
): string {
  const { address, api, hcpOrganization, organization, registry, subscription, tokens } = info;
  const places = { platform: api, registry, organization, ...(caFile === undefined ? {} : { 'CA file': caFile }) };
  const hosted = edition === 'hosted' ? { subscription, 'HCP organization': hcpOrganization } : {};
  return `Sandbox (${edition} edition) running at ${address}
${lines({ ...places, ...hosted })}Tokens
${lines(tokens)}Use it from another terminal:
  ${evalOf('svc sandbox env', shell)}
Press Ctrl-C to stop. ${data === undefined ? 'The state is not saved (see --data).' : `The state is saved in ${printable(data)}.`}
`;
}

function lines(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `  ${name.padEnd(18)}${printable(value)}\n`)
    .join('');
}
