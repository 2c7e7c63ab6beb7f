import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fleet } from '#contract/api/fleet.ts';
import { killPart, startPart } from '#server/domains/fleet/testing/part-process.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import { ownProduct } from './own-product.ts';
import { messages, show } from './page.ts';
import { freePort, type Product } from './product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/* A portal with two streaming engines, of which an administrator takes one out. */

const token = 'a token of sixteen letters';
const ids = ['north', 'south'] as const;
let folder: string;
let engines: ChildProcess[];
let product: Product;
let browser: Browser;
let at: TestStation;
let admin: Page;
let pageErrors: () => string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skywave-engines-'));
  const ports = [await freePort(), await freePort()];
  engines = await Promise.all(
    ids.map(async (id, index) => {
      const own = { ENGINE_TOKEN: token, ENGINE_PORT: String(ports[index]), STREAM_PORT: '0' };
      return (await startPart('streaming/main.ts', { ...own, DATA_DIR: join(folder, id) })).child;
    }),
  );
  const settings = {
    ENGINES: ids.map((id, index) => `${id}@http://127.0.0.1:${String(ports[index])}`).join(','),
    ENGINE_TOKEN: token,
  };
  [product, browser] = await Promise.all([ownProduct(settings), launch()]);
  at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  admin = await (await openWindow(browser)).newPage();
  pageErrors = collectErrors(admin);
  await openSignedIn(admin, product.url, product.admin);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  for (const engine of engines ?? []) await killPart(engine);
  await rm(folder, { recursive: true, force: true });
});

const row = (id: string) => admin.getByRole('row', { name: new RegExp(id) });

it('shows each engine, drains one until it is empty, and lets it have stations again', async () => {
  await expect
    .poll(async () => (await at.call(fleet.engines, {})).map(({ state, version }) => [state, version !== null]), {
      timeout: 60_000,
    })
    .toEqual([
      ['up', true],
      ['up', true],
    ]);
  const owner = (await at.call(fleet.engines, {})).find(({ stations }) => stations === 1)!.id;
  const other = ids.find((id) => id !== owner)!;
  await show(admin, `${product.url}/portal/engines`);
  for (const id of ids) await row(id).getByText('Up', { exact: true }).waitFor();
  await admin.getByRole('button', { name: `Drain ${owner}` }).click();
  const dialog = admin.getByRole('dialog', { name: 'Drain engine?' });
  await dialog.getByText(/1 station .* within about 1 minute/).waitFor();
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await messages(admin, 'The engine’s stations are moving.').first().waitFor();
  await row(owner).getByText('Drained').waitFor({ timeout: 60_000 });
  await row(owner).getByText('It has no stations: you may stop it.').waitFor();

  await admin.getByRole('button', { name: `Drain ${other}` }).click();
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await messages(admin, 'No other engine is up that could have its stations.').first().waitFor();

  await admin.getByRole('button', { name: `Resume ${owner}` }).click();
  await messages(admin, 'The engine gets stations again.').first().waitFor();
  await row(owner).getByText('Drained').waitFor({ state: 'detached' });
  await admin.getByRole('button', { name: `Drain ${owner}` }).waitFor();
  expect(pageErrors().filter((text) => !text.includes('409'))).toEqual([]);
});
