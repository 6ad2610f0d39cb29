// npm run screenshots: photographs the page of `svc webhook listen --ui` with 25 deliveries, as the documents show it,
// with the built program and the Chromium of this machine, into docs/images/page.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const count = 25;
const pictures = [
  { name: '1280-light-25', width: 1280, height: 800, colorScheme: 'light', delivery: true },
  { name: '390-dark-25', width: 390, height: 844, colorScheme: 'dark', delivery: false },
  { name: '390-light-25-delivery', width: 390, height: 844, colorScheme: 'light', delivery: true },
];
const token = 'the-token-of-the-page';
const folder = resolve(import.meta.dirname, 'images/page');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  await photograph();
} finally {
  await browser.close();
}

/** Takes every picture, all of the same listener. */
async function photograph() {
  const home = mkdtempSync(join(tmpdir(), 'svc-page-'));
  const svc = resolve(import.meta.dirname, '../bin/svc.js');
  const words = ['webhook', 'listen', '--port', String(8080), '--token-env', 'HOOK_TOKEN', '--ui', '-o', 'ndjson'];
  const env = { PATH: process.env.PATH, HOME: home, HOOK_TOKEN: token };
  const listener = spawn(process.execPath, [svc, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(listener.stdout, 'data');
    const { ui, url } = JSON.parse(String(line).split('\n')[0]);
    listener.stdout.resume();
    for (let nth = 0; nth < count; nth += 1) await send(url, nth);
    for (const { name, width, height, colorScheme, delivery } of pictures) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
      await page.goto(ui);
      await page.locator('#connection[data-state=live]').waitFor();
      const last = page.getByRole('option').nth(count - 1);
      await last.waitFor({ state: 'attached' });
      if (delivery) {
        await page.locator('#list').focus();
        for (let nth = 0; nth < 4; nth += 1) await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        await page.getByText('Check next').waitFor();
        await page.locator('#list').focus();
      }
      await page.screenshot({ path: join(folder, `${name}.png`) });
      await page.close();
    }
  } finally {
    listener.kill();
    await once(listener, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
}

/** Sends one delivery; every eighth is rejected, for one of three reasons. */
async function send(url, nth) {
  const states = ['created', 'planning', 'needs_attention', 'applying', nth % 3 === 0 ? 'errored' : 'completed'];
  const state = states[nth % states.length];
  const run = `run-${createHmac('sha1', 'run')
    .update(String(Math.floor(nth / states.length)))
    .digest('base64url')
    .slice(0, 16)}`;
  const workspace = ['network-production', 'network-staging', 'cluster-eu', 'dns'][Math.floor(nth / states.length) % 4];
  const at = new Date(Date.UTC(2026, 10, 22, 9, 0, nth * 20)).toISOString();
  const body = JSON.stringify({
    payload_version: 1,
    notification_configuration_id: 'nc-AeUQ2zfKZzW9TiGZ',
    run_url: `https://svc.example.com/app/acme/${workspace}/runs/${run}`,
    run_id: run,
    run_message: 'Widen the subnets of the second zone',
    run_created_at: at,
    run_created_by: 'olive',
    workspace_id: 'ws-XdeUVMWShTesDMME',
    workspace_name: workspace,
    organization_name: 'acme',
    notifications: [
      {
        message: `Run ${state.replace('_', ' ')}`,
        trigger: `run:${state}`,
        run_status: state,
        run_updated_at: at,
        run_updated_by: null,
      },
    ],
  });
  const sign = (algorithm) => createHmac(algorithm, token).update(body).digest('hex');
  const wrong = { 4: sign('sha512').replace(/^./, (c) => (c === '0' ? '1' : '0')), 12: undefined, 20: sign('sha256') };
  const kind = (count - nth) % 24;
  const signature = kind in wrong ? wrong[kind] : sign('sha512');
  const headers = {
    'content-type': 'application/json',
    ...(signature && { 'x-svc-notification-signature': signature }),
  };
  await fetch(url, { method: 'POST', body, headers });
}
