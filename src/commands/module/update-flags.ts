import { collect } from '../../cli/set-flag.ts';
import type { Command } from '../../cli/verb.ts';
import { minAgeOption, minSpeedOption, strictOption } from './fetch-flags.ts';
import { configurationFlags } from './folders.ts';

export function updateFlags(verb: Command) {
  return configurationFlags(verb)
    .optionsGroup('Folders:')
    .option('--exclude <glob>', 'skip folders of --recursive and their subfolders; repeatable', collect)
    .optionsGroup('Flags:')
    .option('--major', 'allow a new major version')
    .option('--patch', 'keep the minor version')
    .option('--allow-downgrade', 'allow a VERSION that is older than the locked one')
    .addOption(minAgeOption())
    .addOption(minSpeedOption())
    .addOption(strictOption());
}
