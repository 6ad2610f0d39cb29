/**
 * Variables with which the runtime runs other code than svc, opens a port for a debugger, writes files, prints requests or sends reports.
 * The compiler has no option against them, so their names are blanked in the runtime: no variable has a name that begins
 * with a NUL.
 */
const names = [
  ...['BUN_BE_BUN', 'BUN_OPTIONS', 'BUN_PLUGIN_NAME'],
  ...['BUN_INSPECT', 'BUN_INSPECT_CONNECT_TO', 'BUN_INSPECT_PRELOAD'],
  ...['BUN_BYTECODE_DIGEST_OUT', 'BUN_BYTECODE_ORDER_NAMES_OUT', 'BUN_BYTECODE_ORDER_OUT', 'BUN_WATCHER_TRACE'],
  ...['BUN_CONFIG_VERBOSE_FETCH', 'BUN_CRASH_REPORT_URL', 'BUN_ENABLE_CRASH_REPORTING'],
];

/**
 * Blanks the names of the variables in the bytes of a runtime.
 * @throws if the runtime does not have one of them: another release may have another name for it
 */
export function withoutVariables(runtime) {
  for (const name of names) {
    const text = Buffer.from(`${name}\0`, 'latin1');
    let found = runtime.indexOf(text);
    if (found < 0) throw new Error(`The runtime has no variable ${name}: check packaging/executable/variables.mjs.`);
    for (; found >= 0; found = runtime.indexOf(text, found + 1)) runtime[found] = 0;
  }
  return runtime;
}
