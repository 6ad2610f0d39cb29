// Builds the program into dist: `npm run build`. It calls the bundler's API, because the bundler's command would list every file.
import { build } from 'rolldown';
import config from '../rolldown.config.mjs';

await build({ ...config, logLevel: 'warn', checks: { pluginTimings: false } });
