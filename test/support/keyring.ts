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
  writeFileSync(join(bin, name), programs[name](folder), { mode: 0o755 });
  for (const file of ['items', 'calls']) writeFileSync(join(folder, file), '');
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const behave = (manner: Manner) => {
    writeFileSync(join(folder, 'manner'), typeof manner === 'string' ? manner : 'prints');
    writeFileSync(join(folder, 'printed'), typeof manner === 'string' ? '' : manner.prints);
  };
  behave('stores');
  return {
    bin,
    behave,
    calls() {
      const parts = read('calls').split('\0\0').slice(0, -1);
      return parts.flatMap((words, nth) => {
        const variables = parts[nth + 1]?.split('\0').map((each) => each.replace(/=.*/s, '')) ?? [];
        return nth % 2 === 0 ? [{ words: words.split('\0'), variables }] : [];
      });
    },
    items() {
      const lines = read('items').split('\n').slice(0, -1);
      return Object.fromEntries(lines.map((line) => line.split('\t')));
    },
  };
}

/**
 * The two programs. `calls` has the words of each call and then its variables, each part with two zero bytes at its end;
 * `items` has an account and its token on each line. A shell starts in a tenth of the time of Node, which only `security` needs.
 */
const programs = {
  'secret-tool': (folder: string) => `#!/bin/sh
cd '${folder}'
{ printf '%s\\0' "$@" ''; /usr/bin/env -0; printf '\\0'; } >> calls
read -r manner < manner
for account; do :; done
tab=$(printf '\\t')
stored=
others=
while IFS="$tab" read -r name token; do
  if [ "$name" = "$account" ]; then stored=$token; else others="$others$name$tab$token
"; fi
done < items
case "$manner:$1" in
  hangs:*) exec /bin/sleep 1000 ;;
  'is locked:search') echo 'label = svc' ;;
  'is locked:'*) exit 1 ;;
  prints:*) exec /bin/cat printed ;;
  'is full:store') exit 1 ;;
  *:store) IFS= read -r token; printf '%s%s\\t%s\\n' "$others" "$account" "$token" > items ;;
  *:search) printf %s "\${stored:+label = svc}" ;;
  *:clear) [ -n "$stored" ] && printf %s "$others" > items ;;
  *) [ -n "$stored" ] && printf %s "$stored" ;;
esac
`,
  security: (folder: string) => `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
process.chdir(${JSON.stringify(folder)});
const words = process.argv.slice(2);
appendFileSync('calls', [...words, '', ...Object.keys(process.env), ''].map((text) => text + '\\0').join(''));
const manner = readFileSync('manner', 'utf8');
const lines = readFileSync('items', 'utf8').split('\\n').slice(0, -1);
const items = Object.fromEntries(lines.map((line) => line.split('\\t')));
const save = () =>
  writeFileSync('items', Object.entries(items).map((item) => item.join('\\t') + '\\n').join(''));
// As security splits a line: quotes end where they began, and a backslash escapes in them, too.
const split = (line) =>
  [...line.matchAll(/(?:"((?:[^"\\\\]|\\\\.)*)"|(\\S+))/g)].map(([, quoted, plain]) => (quoted ?? plain).replace(/\\\\(.)/g, '$1'));
const [verb, ...rest] = words[0] === '-i' ? split(readFileSync(0, 'utf8')) : words;
const account = rest[rest.indexOf('-a') + 1];
const isNone = /^find|^delete/.test(verb) ? 44 : 1;
if (manner === 'hangs') setInterval(() => {}, 1000);
else if (manner === 'is locked') process.exitCode = 1;
else if (manner === 'prints') process.stdout.write(readFileSync('printed'));
else if (manner === 'is full' && verb === 'add-generic-password') process.exitCode = 1;
else if (verb === 'add-generic-password') { items[account] = rest[rest.indexOf('-w') + 1]; save(); }
else if (items[account] === undefined) process.exitCode = isNone;
else if (/^delete/.test(verb)) { delete items[account]; save(); }
else process.stdout.write(items[account] + '\\n');
`,
};

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
