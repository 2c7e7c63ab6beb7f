import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brands } from '#brands/brands.ts';
import { isOffered } from '#contract/rules/brand-flags.ts';
import type { Brand } from '#contract/rules/brand.ts';
import { allEndpoints } from '#contract/api/index.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { players } from '#contract/api/players.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { sites } from '#contract/api/sites.ts';
import { stations } from '#contract/api/stations.ts';
import { screens } from '#web/app/screens.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { collectErrors, launch, openSignedIn, openWindow } from './browser.ts';
import {
  fakeMicrophone,
  trackTitles,
  walkAir,
  walkKnowing,
  walkProgramme,
  walkRunning,
  walkStudio,
} from './daily-work.ts';
import { insertListening } from './listening.ts';
import { goLive, type Encoder } from './encoder.ts';
import { listen } from './listener.ts';
import { isTone } from './page-audio.ts';
import { navigate, show, waitUntilSettled } from './page.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { register, type Member } from './registered-users.ts';
import { emailsOf, forbiddenIn, forbiddenOn } from './shown-words.ts';
import {
  addTracks,
  createAdvertising,
  createPodcast,
  createPortalContent,
  createTestStation,
  routePath,
  type TestStation,
} from './test-station.ts';
import { decode, toneOrder, toneRanges } from './tones.ts';

/* The brands that differ from the one which all other tests use: from the first sign-in to a listener, on every screen and public page. */

const hz = 880;
const fileHz = 300;
let browser: Browser;
beforeAll(async () => {
  browser = await launch('brief', fakeMicrophone);
});
afterAll(() => browser?.close());

describe.each(Object.values(brands).filter(({ id }) => id !== 'skywave'))('$id', (brand) => {
  let product: Product;
  let page: Page;
  let pageErrors: () => string[];
  let owner: Member;
  let at: TestStation;
  let encoder: Encoder | undefined;
  let routeParams: Record<string, string>;

  beforeAll(async () => {
    const env = { ...process.env, BRAND: brand.id, PRECOMPRESS: 'off' };
    await promisify(execFile)(process.execPath, ['tools/build-pages.mjs'], { env });
    product = await ownProduct({ BRAND: brand.id, TRUSTED_PROXIES: '127.0.0.1, ::1' });
    owner = await register(product, `nadia.berg@${brand.id}.example`);
    page = await (await openWindow(browser)).newPage();
    pageErrors = collectErrors(page);
  });
  afterAll(async () => {
    await encoder?.stop('kill');
    await page?.context().close();
    await product?.stop();
  });

  /** What a screen says that it must not, with its path. */
  const wrongOn = async (path: string): Promise<string[]> =>
    (await forbiddenOn(brand, page)).map((text) => `${path}: ${text}`);
  const shown = async (path: string): Promise<string[]> => {
    await show(page, product.url + path);
    return await wrongOn(path);
  };

  it('signs in with its own name', async () => {
    await page.goto(product.url);
    await page.getByLabel(/^password/i).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/realms/${brand.id}/`));
    expect(await page.title()).toContain(brand.name);
    const wrong = await wrongOn('sign-in');
    for (const name of [/create an account|register/i, /forgot/i]) {
      await page.goto(product.url);
      await page.getByRole('link', { name }).click();
      await page.getByRole('link', { name }).waitFor({ state: 'detached' });
      wrong.push(...(await wrongOn(`sign-in: ${String(name)}`)));
    }
    expect(wrong).toEqual([]);
  });

  it('leads a new owner to a station', async () => {
    await openSignedIn(page, product.url, owner);
    await page.getByText(`Welcome to ${brand.name}`).first().waitFor();
    const wrong = await wrongOn('/');
    await page.getByRole('link', { name: 'Create your account' }).click();
    await page.waitForURL(brand.flags.onboarding ? /\/onboarding\/account$/ : /\/accounts\/create$/);
    await page.getByLabel('Name').fill('Harbour Lights');
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByRole('button', { name: brand.flags.onboarding ? 'Continue' : 'Create account' }).click();
    if (brand.flags.onboarding) {
      await page.waitForURL(/\/plan$/);
      await waitUntilSettled(page);
      wrong.push(...(await wrongOn('plan')));
      await page.getByRole('link', { name: 'Continue trial' }).click();
    } else {
      await page.waitForURL(/\/accounts\/a-\w+$/);
      await show(page, `${page.url()}/stations/create`);
    }
    await page.getByLabel('Name').fill('Harbour Lights Radio');
    await page.getByRole('button', { name: 'Create station' }).click();
    if (brand.flags.onboarding) {
      await page.waitForURL(/\/share\/s-/);
      await waitUntilSettled(page);
      wrong.push(...(await wrongOn('share')));
      await page.getByRole('link', { name: 'Go to the station' }).click();
    }
    await page.waitForURL(/\/stations\/s-/);
    const [, account = '', station = ''] = /\/accounts\/(a-\w+)\/stations\/(s-\w+)/.exec(page.url()) ?? [];
    const accountPath = `/accounts/${account}`;
    at = {
      call: await signInByPassword(product.url, product.admin.email, product.admin.password),
      ...{ account: account as AccountKey, station: station as StationKey },
      ...{ accountPath, stationPath: `${accountPath}/stations/${station}` },
    };
    expect(wrong).toEqual([]);
  });

  it('puts an encoder on the air, which listeners and its player play', async () => {
    const { icecast } = await owner.call(stations.encoder, { params: { key: at.station } });
    const { password } = await owner.call(stations.revealPassword, { params: { key: at.station } });
    const mount = icecast.mount.replace(/^\//, '');
    encoder = goLive({ url: `icecast://source:${password}@127.0.0.1:${String(icecast.port)}/${mount}`, hz });
    const isLive = async () => (await owner.call(stations.live, { params: { key: at.station } })).source === 'live';
    await expect.poll(isLive).toBe(true);
    const listener = await listen(`${product.streamUrl}/${mount}`);
    await expect.poll(() => listener.received().audio.length).toBeGreaterThan(100_000);
    const { head, audio } = listener.leave();
    expect(toneOrder(toneRanges(await decode(audio), [hz, fileHz]))).toEqual([hz]);
    expect(head).toContain(brand.name);
    const own = await owner.call(players.ofStation, { params: { id: at.station } });
    await page.goto(own.urls.embed);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => isTone(page, hz)).toBe(true);
    const status = await (await fetch(product.streamUrl)).text();
    const refused = await fetch(`${product.streamUrl}/admin/metadata?mount=/${mount}&mode=updinfo&song=x`);
    const headers = [...refused.headers].map((header) => header.join(': '));
    expect(forbiddenIn(brand, [head, status.replace(/<[^>]*>/g, ' '), ...headers])).toEqual([]);
    expect(await wrongOn('embed')).toEqual([]);
    await encoder.stop('quit');
  });

  it('says only its own words on the screens of an owner, and in menus', async () => {
    const wrong: string[] = [];
    await openSignedIn(page, product.url + at.accountPath, owner);
    for (const path of ['', '/stations', '/upgrade', '/people', '/podcasts']) wrong.push(...(await shown(at.accountPath + path))); // oxfmt-ignore
    wrong.push(...(await shown(at.stationPath)));
    for (const name of [/User menu:/, /switch account/, /^Inbox|notifications/i]) {
      await page.getByRole('button', { name }).first().click();
      wrong.push(...(await wrongOn(String(name))));
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page.locator('.mantine-Spotlight-action').first().waitFor();
    wrong.push(...(await wrongOn('palette')));
    expect(wrong).toEqual([]);
  });

  it('says only its own words on each screen with data; one it lacks leads to "/"', { timeout: 400_000 }, async () => {
    routeParams = await createEverything(brand, at);
    await page.context().clearCookies();
    await openSignedIn(page, product.url, product.admin);
    const wrong: string[] = [];
    for (const { route } of screens.filter(({ flag }) => isOffered(brand.flags, flag))) {
      const path = routePath(route, routeParams);
      await navigate(page, product.url + path);
      if (!leadingOn.test(route)) expect([route, new URL(page.url()).pathname]).toEqual([route, path]);
      wrong.push(...(await wrongOn(path)));
    }
    expect(wrong).toEqual([]);
    const lacked = screens.find(({ flag }) => !isOffered(brand.flags, flag))?.route ?? '';
    await show(page, product.url + routePath(lacked, routeParams));
    // "/" leads on to the accounts.
    expect([lacked, new URL(page.url()).pathname]).toEqual([lacked, '/accounts']);
    expect(pageErrors()).toEqual([]);
  });

  it('lends itself to the daily work on a phone and a tablet', { timeout: 300_000 }, async () => {
    const own = await createTestStation(product, 'Daily Work', 'Daily Work Radio');
    await insertListening(product, { ...own, audience: 14, days: 14, untilAge: 0 });
    await addTracks(own, trackTitles, 60);
    const context = await openWindow(browser, 390);
    await context.grantPermissions(['microphone']);
    const phone = await context.newPage();
    const phoneErrors = collectErrors(phone);
    await openSignedIn(phone, product.url, product.admin);
    const walk = { brand, product, browser, page: phone, at: own, problems: [] };
    for (const part of [walkKnowing, walkAir, walkProgramme, walkStudio, walkRunning]) await part(walk);
    expect([...walk.problems, ...phoneErrors()]).toEqual([]);
    await context.close();
  });

  it('does not have the calls of what it lacks', async () => {
    const lacked = allEndpoints().filter(({ endpoint }) => !isOffered(brand.flags, endpoint.spec.flag));
    for (const { endpoint } of lacked) {
      const reply = await fetch(product.url + endpoint.path.replace(/\{\w+\}/g, 'x'), { method: endpoint.method });
      expect([endpoint.line, reply.status]).toEqual([endpoint.line, 404]);
    }
    const description = (await (await fetch(`${product.url}/openapi.json`)).json()) as Description;
    const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
    const names = new Set(operations.map(({ operationId }) => operationId));
    expect(lacked.filter(({ domain, name }) => names.has(`${domain}.${name}`))).toEqual([]);
    const { title, description: about = '' } = description.info;
    expect(forbiddenIn(brand, [title, about, ...operations.map(({ summary }) => summary)])).toEqual([]);
  });

  it('says only its own words on public pages and in e-mails', async () => {
    const { pretty_url } = await at.call(stations.update, { params: { key: at.station }, body: { public: true } });
    const paths = [
      `/radio/${pretty_url}`,
      '/radio/nothing-here',
      '/docs',
      `/embed/episodes/${routeParams['episodeKey']}`,
    ];
    const podcast = await at.call(podcasts.get, { params: { key: routeParams['podcastKey'] as PodcastKey } });
    paths.push(`/shows/${podcast.pretty_url}`);
    if (brand.flags.microsite) paths.push(await publishSite(at));
    const wrong: string[] = [];
    for (const path of paths) {
      await page.goto(new URL(path, product.url).href);
      wrong.push(...(await wrongOn(path)));
    }
    const emails = await emailsOf(product);
    expect(emails.join()).toContain(brand.name);
    wrong.push(...forbiddenIn(brand, emails));
    expect(wrong).toEqual([]);
    expect(pageErrors()).toEqual([]);
  });
});

type Description = {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, { operationId: string; summary: string }>>;
};

/** Screens that lead to another one by what they do. */
const leadingOn =
  /^\/$|\/microsite$|^\/stations\/|^\/onboarding|^\/(invitations|confirm-email)|\/subscriptions\/billing/;

/** One of everything that a brand has; returns the parameters of the routes. */
const createEverything = async ({ flags }: Brand, at: TestStation): Promise<Record<string, string>> => {
  await addTracks(at, ['Concert Pitch']);
  await at.call(people.inviteToStation, {
    params: { id: at.station, role: 'staff' },
    query: { email: 'new@harbour.example' },
    body: {},
  });
  return {
    ...(await createPortalContent(at, flags)),
    ...(await createPodcast(at)),
    playerKey: (await at.call(players.create, { params: { id: at.account }, body: { stations: [at.station] } })).key,
    ...(flags.advertising && (await createAdvertising(at))),
  };
};

/** Publishes the microsite that is proposed for the account; returns its URL. */
const publishSite = async ({ call, account: id }: TestStation): Promise<string> => {
  const { slug, draft } = await call(sites.get, { params: { id } });
  const { revision } = await call(sites.save, { params: { id }, body: { revision: 0, slug, draft } });
  return (await call(sites.publish, { params: { id }, body: { revision } })).url;
};
