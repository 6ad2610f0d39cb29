// Builds the program into dist: `npm run build`. The command of the bundler would list every file.
import { build } from 'rolldown';
import config from '../rolldown.config.mjs';

await build({ ...config, logLevel: 'warn', checks: { pluginTimings: false } });
