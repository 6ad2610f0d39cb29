// Preloaded into a measured process: reports its peak memory in kilobytes at its end. On Linux the usage of resources includes the
// peak of the process that started this one, and only the status file has that of the program itself.
const { readFileSync, writeFileSync } = require('node:fs');

function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}

process.on('exit', () => writeFileSync(process.env.PEAK_FILE, String(peak())));
