import { existsSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samplePayload } from '../../src/webhooks/sample.ts';
import { keepDelivery } from '../support/journal.ts';
import { type Machine, machineAt, sandboxWithState } from '../support/svc.ts';

/** A person at a desktop, whose `xdg-open` is this script, or missing. */
async function desktop(
  script: string | undefined = 'printf "%s\\n" "$@" > "$HOME/opened"; /usr/bin/env > "$HOME/variables"',
) {
  const service = await sandboxWithState();
  const me = await machineAt(service);
  const bin = join(me.home, 'bin');
  await mkdir(bin);
  if (script !== '') {
    await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, 'xdg-open'), 0o755);
  }
  Object.assign(me.env, { PATH: bin, HOME: me.home });
  const opened = () => {
    try {
      return readFileSync(join(me.home, 'opened'), 'utf8');
    } catch {
      return '';
    }
  };
  /** The URL that a command opens at a terminal. */
  const opens = async (words: string) => {
    const { code, stdout } = await me.svc(words, { tty: true, inProcess: true });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    return opened().trim().replace(service.info.address, '');
  };
  return { me, service, opened, opens };
}

/** Stores a delivery whose run has this page. */
async function deliver(me: Machine, url: string | null, verified = true) {
  const body = Buffer.from(JSON.stringify({ ...samplePayload('run:completed'), run_url: url }));
  const why = { verified: false, verdict: 'mismatch', cause: 'mismatch', reason: 'It differs.' } as const;
  await keepDelivery(me, body, verified ? {} : { ...why, signedWith: null, status: 401 });
}

describe.skipIf(process.platform === 'darwin' || process.platform === 'win32')('svc open', () => {
  // trust: T-158
  test('svc open opens pages of the platform, and the browser does not get the token', async () => {
    const { me, opens } = await desktop();
    expect(await opens('open')).toBe('/app/acme');
    expect(await opens('open organization')).toBe('/app/acme');
    expect(await opens('organization show --web')).toBe('/app/acme');
    expect(await opens('open settings')).toBe('/app/admin/customization');
    expect(await opens('customization show --web')).toBe('/app/admin/customization');
    expect(await opens('open network-staging')).toBe('/app/acme/workspaces/network-staging');
    expect(await opens('open acme/network-production')).toBe('/app/acme/workspaces/network-production');
    expect(await opens('workspace show network-staging --web')).toBe('/app/acme/workspaces/network-staging');
    const create = '-w network-staging --name CI --destination-type generic --url https://hooks.example.com';
    const id = (await me.svc(`notification create ${create} --jq .id`)).stdout.trim();
    const page = `/app/acme/workspaces/network-staging/settings/notifications/${id}`;
    expect(await opens(`open ${id}`)).toBe(page);
    expect(await opens(`notification show ${id} --web`)).toBe(page);
    expect(readFileSync(join(me.home, 'variables'), 'utf8')).not.toContain(me.env.SVC_TOKEN);
  });

  test('svc open opens the run of a verified delivery if the run is on the platform in use', async () => {
    const { me, opens, service } = await desktop();
    const page = '/app/acme/workspaces/network-staging/runs/run-1';
    await deliver(me, `${service.info.address}${page}`);
    expect(await opens('open last')).toBe(page);
    expect(await opens('webhook show last --web')).toBe(page);
  });

  // trust: T-158
  test.each([
    ['of another origin', () => 'https://elsewhere.example.com/app', true],
    ['with a user', (address: string) => address.replace('://', '://me@'), true],
    ['with a password', (address: string) => address.replace('://', '://:p@'), true],
    ['of another scheme', () => 'file:///etc/passwd', true],
    ['of a delivery that is not verified', (address: string) => `${address}/app`, false],
  ])('svc open prints and does not open a URL %s', async (_, urlAt, verified) => {
    const { me, opened, service } = await desktop();
    const url = urlAt(service.info.address);
    await deliver(me, url, verified);
    const words = verified ? 'open last' : 'open last-rejected';
    const { code, stderr, stdout } = await me.svc(words, { tty: true, inProcess: true });
    expect([code, stdout]).toEqual([0, `${url}\n`]);
    expect(stderr).toContain(verified ? 'not one of the platform in use' : 'The delivery is not verified');
    expect(opened()).toBe('');
  });

  // trust: T-158
  test('svc open escapes control characters in the URL of a sender', async () => {
    const { me } = await desktop();
    await deliver(me, 'https://x/\u001b]0;title\u0007\n');
    const { stdout } = await me.svc('open last', { tty: true, inProcess: true });
    expect(stdout).toMatch(/^[\x20-\x7e]+\n$/);
  });

  test.each([
    ['without an opener', '', { tty: true }, ''],
    ['where the opener finds no browser', 'exit 3', { tty: true }, ''],
    ['off a terminal', undefined, {}, ''],
    ['with -o json', undefined, { tty: true }, ' -o json'],
  ])('svc open prints the URL of the organization %s', async (_, script, options, flags) => {
    const { me, opened, service } = await desktop(script);
    const { code, stdout } = await me.svc(`open${flags}`, { ...options, inProcess: true });
    const url = `${service.info.address}/app/acme`;
    expect([code, stdout]).toEqual([0, flags === '' ? `${url}\n` : `${JSON.stringify({ url }, null, 2)}\n`]);
    expect(opened()).toBe('');
  });

  // trust: T-194
  test.each(['open', 'organization show --web'])(
    'svc %s does not run an xdg-open in the current folder',
    async (words) => {
      const { me, opened, service } = await desktop();
      const bin = me.env.PATH;
      for (const path of ['', `:${bin}:`, '.', 'bin', `.:${bin}`]) {
        Object.assign(me.env, { PATH: path });
        await writeFile(join(me.home, 'xdg-open'), '#!/bin/sh\n: > "$HOME/planted"\n', { mode: 0o755 });
        const { code, stdout } = await me.svc(words, { tty: true, inProcess: true });
        const isFound = path.includes(`${bin}`);
        expect([path, code, stdout]).toEqual([path, 0, isFound ? '' : `${service.info.address}/app/acme\n`]);
        expect([path, existsSync(join(me.home, 'planted')), opened() !== '']).toEqual([path, false, isFound]);
        rmSync(join(me.home, 'opened'), { force: true });
      }
    },
  );

  test('svc open does not wait for a browser that stays open', async () => {
    const { opens } = await desktop('printf "%s" "$1" > "$HOME/opened"; exec /bin/sleep 5');
    expect(await opens('open')).toBe('/app/acme');
  });

  test('svc open exits with 3 for a delivery without a run, an unknown workspace and an unknown configuration', async () => {
    const { me } = await desktop();
    await deliver(me, null);
    for (const what of ['last', 'last-rejected', 'no-such-workspace', 'nc-0123456789abcdef'])
      expect(await me.svc(`open ${what}`)).toMatchObject({ code: 3, stdout: '' });
  });
});
