import { chromium, type Browser } from 'playwright-core';

/** The browser that `npm test` installs. */
export const chromiumPath = '/usr/bin/chromium-headless-shell';

/** Long enough for a browser on a busy machine. */
export const browserPatienceMs = 100_000;

/** Starts Debian's headless Chromium with these arguments besides those that every test needs. */
export const launchChromium = async (args: readonly string[] = []): Promise<Browser> =>
  await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...args],
    timeout: browserPatienceMs,
  });
