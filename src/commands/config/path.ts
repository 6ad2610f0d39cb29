import { verb } from '../../cli/verb.ts';

export const path = verb({
  words: 'path',
  about: 'Print the path of the config file',
  text: `The config file stores the profiles with their settings and tokens. It may not exist yet. SVC_CONFIG_DIR sets its folder; XDG_CONFIG_HOME sets the parent folder. With -o json: {"path"}.`,
  examples: ['svc config path'],
  async run({ output, settings }) {
    const { path } = settings.store;
    await output.text(`${path}\n`, { path });
  },
});
