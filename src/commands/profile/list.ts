import { verb } from '../../cli/verb.ts';
import { profileRow, profileSentence, profileView } from './view.ts';

export const list = verb({
  words: 'list',
  about: 'List profiles',
  text: `${profileSentence} A stored token is shown as ***.`,
  examples: ['svc profile list', 'svc profile list -o json'],
  async run({ output, settings }) {
    const { value: inUse } = settings.profile();
    const rows = Object.entries(settings.config().profiles).map(([name, held]) =>
      profileRow(name, held, name === inUse),
    );
    await output.list(profileView, rows, 'No profiles. Create one with: svc login HOST');
  },
});
