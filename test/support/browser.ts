import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

// The first is Chromium without windows, which needs a quarter less time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const places = (process.env.PATH ?? '').split(delimiter);
const executablePath = names.flatMap((name) => places.map((place) => join(place, name))).find(isExecutable);

/** True if no browser is installed. Warns, because tests are skipped. */
export const noBrowser = executablePath === undefined;
if (noBrowser) console.warn(`SKIPPED: none of ${names.join(', ')} on PATH, so the page is not tested in a browser.`);

/** Starts the Chromium of this machine. */
export function openBrowser(): Promise<Browser> {
  // Chromium has no sandbox for root; the page is our own.
  return chromium.launch({ executablePath: executablePath!, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
