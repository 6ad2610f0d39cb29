/**
 * Kills this process with SIGKILL at one of its changes to the file system, counted from 1: `node --require kill-at.cjs …`.
 *
 *   KILL_AT=7         before the 7th change
 *   KILL_AT=rename:2  before the 2nd rename
 *   KILL_TORN=1       for a write, after its first half
 *
 * Reads do not count, because they do not change the disk.
 */
const fs = require('node:fs');

const [name = '', nth] = (process.env.KILL_AT ?? '').includes(':')
  ? process.env.KILL_AT.split(':')
  : ['', process.env.KILL_AT];
const torn = process.env.KILL_TORN === '1';
const at = Number(nth);
let seen = 0;

const changes = [
  ...['mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'unlink', 'link', 'symlink', 'copyFile', 'cp'],
  ...['write', 'writev', 'appendFile', 'writeFile', 'truncate', 'ftruncate', 'fsync', 'fdatasync'],
  ...['chmod', 'fchmod', 'utimes', 'futimes', 'lutimes', 'open'],
];

/** Whether an `open` may make or change a file. */
function writes(flags) {
  if (typeof flags === 'number')
    return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0;
  return typeof flags === 'string' && /[wa+]/.test(flags);
}

function change(what, begin) {
  if (name !== '' && what !== name) return;
  seen += 1;
  if (seen !== at) return;
  if (torn) begin?.();
  process.kill(process.pid, 'SIGKILL');
}

const { writeFileSync, writeSync } = fs;

/** Writes the first half of the bytes of a call. */
function half(what, [target, data]) {
  if (what === 'appendFile' && typeof data === 'string') {
    return () => writeFileSync(target, data.slice(0, data.length >> 1), { flag: 'a', mode: 0o600 });
  }
  if (what !== 'write' || typeof target !== 'number') return undefined;
  const bytes =
    typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  return () => writeSync(target, bytes, 0, bytes.length >> 1);
}

function watched(what, call) {
  return function watching(...words) {
    // Output and sockets do not count as files.
    const isOutput = (what === 'write' || what === 'writev') && typeof words[0] === 'number' && words[0] < 3;
    if (!isOutput && (what !== 'open' || writes(words[1]))) change(what, half(what, words));
    return Reflect.apply(call, this, words);
  };
}

for (const what of changes) {
  for (const [object, key] of [
    [fs, what],
    [fs, `${what}Sync`],
    [fs.promises, what],
  ]) {
    if (typeof object[key] === 'function') object[key] = watched(what, object[key]);
  }
}

// A file handle has write methods of its own.
const open = fs.promises.open;
fs.promises.open = async (...words) => {
  const handle = await open(...words);
  const methods = Object.getPrototypeOf(handle);
  if (!methods.watched) {
    methods.watched = true;
    for (const [method, what] of Object.entries({
      write: 'write',
      appendFile: 'appendFile',
      sync: 'fsync',
      datasync: 'fdatasync',
      truncate: 'ftruncate',
    })) {
      const call = methods[method];
      methods[method] = function watching(...more) {
        change(what);
        return Reflect.apply(call, this, more);
      };
    }
  }
  return handle;
};
