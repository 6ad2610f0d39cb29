import { verb } from '../../cli/verb.ts';

export const token = verb({
  words: 'token',
  about: 'Print the token in use',
  text: `Prints the token that svc sends to the platform, for another program. It is not checked. The exit code is 4 if there is no token. With -o json: {"token", "origin"}.`,
  examples: ['svc auth token', 'svc auth token | other-program --token-stdin'],
  async run({ credentials, host, output, settings }) {
    const { origin } = settings.address().value;
    const token = await credentials.tokenFor(origin, 'platform');
    if (!token) throw (await import('../../api/client/client.ts')).missingToken(origin);
    if (host.stdout.isTTY) {
      output.note(`Token for ${origin} (${token.origin}). Anyone who has it can act as you.`);
    }
    await output.text(`${token.value}\n`, { token: token.value, origin: token.origin });
  },
});
