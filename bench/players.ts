import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { players } from '#contract/api/players.ts';
import { sites } from '#contract/api/sites.ts';
import { stations } from '#contract/api/stations.ts';
import { launchChromium } from '#server/testing/chromium.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { draw } from '../tools/demo/drawing.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { conditionalHeaders, deliveryPid, measureLoad } from './delivery.ts';
import { allowOpenFiles } from './open-files.ts';
import { measurePaint } from './page-paint.ts';
import { freePort } from './programs.ts';
import { measureBarePush, measurePush } from './push.ts';
import type { Row } from './report.ts';

/** Pages of players a second, those that a browser has already, and the p95 of a title's way to all followers, ms. */
const budget = { pages: 5000, unchanged: 15_000, push: 200, kB: 25 };
/** Largest contentful paint of public pages on a slow phone, ms, and their layout shift. */
const paintBudget = { station: 1000, site: 1300, shift: 0.01 };
/** What a server opens beside its followers: the bare one has them all. */
const otherFiles = 500;

type Options = { seconds: number; followers: number; loads: number };

/**
 * Embedded players: their pages from the delivery process, fresh and unchanged, and how long a title takes to many followers of one
 * station, each with a connection of its own; and how soon a slow phone shows the page of a station and a microsite.
 */
export const benchPlayers = async ({ seconds, followers, loads }: Options): Promise<Row[]> => {
  // Where a process may not open enough files, as many as it can hold are measured: the row says how many.
  const held = Math.min(followers, allowOpenFiles(followers + otherFiles) - otherFiles);
  const own = await freePort();
  const settings = { DELIVERY_PORT: String(own), DELIVERY_WORKERS: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const product = await startProduct(settings);
  try {
    const { email, password } = product.admin;
    const call = await signInByPassword(product.url, email, password);
    const account = await call(accounts.create, { body: { company: 'Players', email } });
    const params = { id: account.key };
    const station = await call(stations.create, { params, body: { name: 'Players Radio' } });
    const { key } = await call(players.ofStation, { params: { id: station.key } });
    const target = { port: own, path: `/embed/${key}`, pid: deliveryPid(product.dataDir) };
    const pages = await measureLoad(target, { 'accept-encoding': 'gzip' }, seconds);
    const unchanged = await measureLoad(target, await conditionalHeaders(target), seconds);
    const rename = async (name: string): Promise<unknown> =>
      await call(stations.update, { params: { key: station.key }, body: { name } });
    const followed = { port: Number(new URL(product.url).port), path: `/live/events?mounts=${station.streamname}` };
    const portal = { ...followed, pid: portalPid(product.dataDir) };
    let names = 0;
    const push = await measurePush(portal, held, () => rename(`Players Radio ${++names}`));
    const playing = await (await fetch(`${product.url}/live/${station.streamname}`)).text();
    const bare = await measureBarePush(`event: playing\ndata: ${playing}\n\n`, held);
    const paints = await paintRows(product, call, { account: account.key, station: station.key, loads });
    return [
      rateRow('Pages of players (gzip)', pages, budget.pages),
      rateRow('Pages of players that have not changed (304)', unchanged, budget.unchanged),
      {
        figure: `A change for ${String(held)} followers${held < followers ? ' (no more files are allowed here)' : ''}`,
        ours: `p95 ${push.p95.toFixed(0)} ms after the first, ${push.kB.toFixed(1)} kB each, ${push.cpuMs.toFixed(0)} ms of processors`,
        peer: `${bare.p95.toFixed(0)} ms, ${bare.cpuMs.toFixed(0)} ms of one: bare sockets of one process`,
        ratio: push.p95 / bare.p95,
        budget: `p95 ≤ ${budget.push} ms, ≤ ${budget.kB} kB`,
        pass: push.p95 <= budget.push && push.kB <= budget.kB,
      },
      ...paints,
    ];
  } finally {
    await product.stop();
  }
};

type Call = Awaited<ReturnType<typeof signInByPassword>>;
type Pages = { account: AccountKey; station: StationKey; loads: number };

/** The page of a station with its pictures, and the microsite that is proposed for its account. */
const paintRows = async (product: Product, call: Call, { account, station, loads }: Pages): Promise<Row[]> => {
  const params = { key: station };
  const profile = { public: true, description: 'Slow music for long evenings.', about: 'On the air since 1999.' };
  const { pretty_url } = await call(stations.update, { params, body: profile });
  await call(stations.setLogo, { params, file: await draw('logo', [512, 512], [200, 260]) });
  await call(stations.setBackground, { params, file: await draw('background', [420, 300], [20, 80]) });
  const site = { id: account };
  const { slug, draft } = await call(sites.get, { params: site });
  const { revision } = await call(sites.save, { params: site, body: { revision: 0, slug, draft } });
  const { url } = await call(sites.publish, { params: site, body: { revision } });
  const browser = await launchChromium();
  try {
    const row = async (figure: string, page: string, least: number): Promise<Row> => {
      const { lcp, cls } = await measurePaint(browser, page, loads);
      return {
        figure,
        ours: `${lcp.toFixed(0)} ms, layout shift ${cls.toFixed(3)}`,
        budget: `≤ ${least} ms, ≤ ${paintBudget.shift}`,
        pass: lcp <= least && cls <= paintBudget.shift,
      };
    };
    return [
      await row(
        'Largest paint of a station’s page (1.6 Mbit/s, 4 × slower)',
        `${product.url}/radio/${pretty_url}`,
        paintBudget.station,
      ),
      await row('Largest paint of a microsite (1.6 Mbit/s, 4 × slower)', url, paintBudget.site),
    ];
  } finally {
    await browser.close();
  }
};

type Rate = Awaited<ReturnType<typeof measureLoad>>;

const rateRow = (figure: string, { perSecond, perCore }: Rate, least: number): Row => ({
  figure,
  ours: `${perSecond.toFixed(0)}/s, ${perCore.toFixed(0)} a core second`,
  budget: `≥ ${least} a core second`,
  pass: perCore >= least,
});

const portalPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'run', 'portal.json'), 'utf8')) as { pid: number }).pid;
