// The entry of the executable. __dirname stands for this path (build.mjs), which the runtime leaves empty on Windows.
require.main.path ||= require('node:path').dirname(require.main.filename);
require('../../dist/main.cjs');
