import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './find-program.ts';
import { onTestFinished } from './test-finished.ts';

/** The behaviour of a keyring program: correct, or it never responds, is locked, stores nothing more, or prints a text. */
type Manner = 'stores' | 'hangs' | 'is locked' | 'is full' | { prints: string };

/** A program in place of `secret-tool` or `security`, with its stored items. */
export interface FakeKeyring {
  /** The folder with nothing but the program, for PATH. */
  bin: string;
  behave(manner: Manner): void;
  /** The words and the names of the variables of each call. */
  calls(): { words: string[]; variables: string[] }[];
  /** The tokens by account. */
  items(): Record<string, string>;
}

/** A new one, which is deleted after the test. */
export function fakeKeyring(name: 'secret-tool' | 'security' = 'secret-tool'): FakeKeyring {
  const folder = mkdtempSync(join(tmpdir(), 'svc-keyring-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, name), `#!${process.execPath}\n${program(folder)}`, { mode: 0o755 });
  writeFileSync(join(folder, 'items'), '{}');
  writeFileSync(join(folder, 'calls'), '');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const behave = (manner: Manner) => writeFileSync(join(folder, 'manner'), JSON.stringify(manner));
  behave('stores');
  return {
    bin,
    behave,
    calls: () =>
      read('calls')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    items: () => JSON.parse(read('items')),
  };
}

const program = (folder: string) => `
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const folder = ${JSON.stringify(folder)};
const words = process.argv.slice(2);
appendFileSync(folder + '/calls', JSON.stringify({ words, variables: Object.keys(process.env) }) + '\\n');
const manner = JSON.parse(readFileSync(folder + '/manner', 'utf8'));
const items = JSON.parse(readFileSync(folder + '/items', 'utf8'));
const input = () => readFileSync(0, 'utf8');
// As security splits a line: quotes end where they began, and a backslash escapes in them, too.
const split = (line) =>
  [...line.matchAll(/(?:"((?:[^"\\\\]|\\\\.)*)"|(\\S+))/g)].map(([, quoted, plain]) => (quoted ?? plain).replace(/\\\\(.)/g, '$1'));
const [verb, ...rest] = words[0] === '-i' ? split(input()) : words;
const account = rest.includes('-a') ? rest[rest.indexOf('-a') + 1] : rest.at(-1);
const save = () => writeFileSync(folder + '/items', JSON.stringify(items));
const isNone = /^find|^delete/.test(verb) ? 44 : 1;
if (manner === 'hangs') setInterval(() => {}, 1000);
else if (manner === 'is locked') process.exitCode = verb === 'search' ? (console.log('label = svc'), 0) : 1;
else if (manner.prints !== undefined) process.stdout.write(manner.prints);
else if (manner === 'is full' && /^store|^add/.test(verb)) process.exitCode = 1;
else if (verb === 'store') { items[account] = input(); save(); }
else if (verb === 'add-generic-password') { items[account] = rest[rest.indexOf('-w') + 1]; save(); }
else if (verb === 'search') process.stdout.write(items[account] === undefined ? '' : 'label = svc');
else if (items[account] === undefined) process.exitCode = isNone;
else if (/^clear$|^delete/.test(verb)) { delete items[account]; save(); }
else process.stdout.write(items[account] + (verb === 'lookup' ? '' : '\\n'));
`;

/** Returns whether a real keyring can be started; prints SKIPPED if it cannot. */
export function hasKeyring(): boolean {
  const absent = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool'].filter(
    (name) => !findProgram(name),
  );
  if (absent.length > 0) process.stderr.write(`\nSKIPPED: what needs a keyring, for want of ${absent.join(', ')}.\n\n`);
  return absent.length === 0;
}

/** A keyring of gnome-keyring in a D-Bus session of its own. */
export interface RealKeyring {
  /** The variables with which programs reach it. */
  env: Record<string, string>;
  lock(): Promise<void>;
}

const secrets = 'org.freedesktop.secrets';

/** Starts one that is unlocked, and ends it after the test. */
export async function realKeyring(): Promise<RealKeyring> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-keyring-'));
  const own = { PATH: process.env.PATH ?? '', XDG_RUNTIME_DIR: folder, LC_ALL: 'C.UTF-8' };
  const owner = `--dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:${secrets}`;
  const script = `
gnome-keyring-daemon --foreground --unlock --components=secrets <<< password > /dev/null 2>&1 &
daemon=$!
until dbus-send --session --print-reply ${owner} | grep -q true; do sleep 0.05; done
echo "$DBUS_SESSION_BUS_ADDRESS"
read -r _
kill $daemon
wait $daemon`;
  const session = spawn('dbus-run-session', ['--', 'bash', '-c', script], {
    env: { ...own, HOME: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    session.stdin.end('\n');
    if (session.exitCode === null) await once(session, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  const [line] = await once(session.stdout, 'data');
  const env = { ...own, DBUS_SESSION_BUS_ADDRESS: String(line).trim() };
  const collection = 'array:objpath:/org/freedesktop/secrets/collection/login';
  const words = ['--session', '--print-reply', `--dest=${secrets}`, '/org/freedesktop/secrets'];
  return {
    env,
    async lock() {
      await ended(
        spawn('dbus-send', [...words, 'org.freedesktop.Secret.Service.Lock', collection], { env, stdio: 'ignore' }),
      );
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`dbus-send exited with ${code}`);
}
