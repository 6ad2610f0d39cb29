// Preloaded into a measured process: reports its peak memory in kilobytes at its end.
process.on('exit', () => {
  require('node:fs').writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS));
});
