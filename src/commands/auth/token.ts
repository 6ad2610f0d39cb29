import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';

export function registerToken(auth: Command): void {
  explain(auth.command('token'), {
    notes: `The token is not checked. The exit code is 4 if there is no token. With -o json: {"token", "origin"}.`,
    examples: ['svc auth token', 'svc auth token | other-program --token-stdin'],
  })
    .description('Print the token in use')
    .action(
      run(async ({ credentials, host, output, settings }) => {
        const { origin } = settings.address().value;
        const token = await credentials.tokenFor(origin, 'platform');
        if (!token) throw (await import('../../api/client/client.ts')).missingToken(origin);
        if (host.stdout.isTTY) {
          output.note(`Token for ${origin} (${token.origin}). Anyone who has it can act as you.`);
        }
        await output.text(`${token.value}\n`, { token: token.value, origin: token.origin });
      }),
    );
}
