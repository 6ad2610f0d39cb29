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
    // A profile sets few of the settings: show the columns in which some profile has a value.
    const table = profileView.columns.filter(({ of }) => rows.some((row) => of(row) !== null));
    await output.list({ ...profileView, table }, rows, 'No profiles. Create one with: svc login HOST');
  },
});
