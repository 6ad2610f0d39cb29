import type { SandboxInfo } from '../../sandbox/info.ts';
import { printable } from '../../terminal/printable.ts';

/** What a started sandbox says of itself: where it is, its tokens, and what to type next. */
export function welcome(
  info: SandboxInfo,
  { caFile, data, edition }: { edition: string; data?: string | undefined; caFile?: string | undefined },
): string {
  const { address, api, hcpOrganization, organization, registry, subscription, tokens } = info;
  const places = { platform: api, registry, organization, ...(caFile === undefined ? {} : { 'CA file': caFile }) };
  const hosted = edition === 'hosted' ? { subscription, 'HCP organization': hcpOrganization } : {};
  return `The ${edition} edition runs at ${address}
${lines({ ...places, ...hosted })}Tokens
${lines(tokens)}Use it from another terminal:
  eval "$(svc sandbox env)"
Ctrl-C stops it; ${data === undefined ? 'nothing is kept' : `its state is kept in ${printable(data)}`}.
`;
}

function lines(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `  ${name.padEnd(18)}${printable(value)}\n`)
    .join('');
}
