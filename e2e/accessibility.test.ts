import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { screens } from '#web/app/screens.ts';
import { accounts } from '#contract/api/accounts.ts';
import { stations } from '#contract/api/stations.ts';
import { launch, openSignedIn, collectErrors } from './browser.ts';
import {
  markupOf,
  navigation as navigationOfPortal,
  rulesOf,
  show,
  waitUntilSettled,
  violations,
  navigate,
  applyLook,
  type Look,
} from './page.ts';
import { picture } from './picture.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { beyondPhone } from './scrollers.ts';
import {
  routePath,
  addTracks,
  createAdvertising,
  createPodcast,
  createPortalContent,
  createTestStation,
  type TestStation,
} from './test-station.ts';

/*
 * Every screen, with its menus and dialogs, in every theme and direction, against the rules of WCAG 2.2 AA; and whether it has room on a
 * phone.
 */

type AuditScope = NonNullable<Parameters<typeof violations>[1]>;
type AuditedLook = Look & AuditScope;

/**
 * Every rule once in light; then only the rules that a theme or direction can affect, both at once, as no rule depends
 * on both. Semi-dark differs from light only in the navigation, which all screens share.
 */
const light: AuditedLook = { theme: 'light', direction: 'ltr' };
const semiDark: AuditedLook = { theme: 'semi-dark', direction: 'ltr', rules: rulesOf.colours, within: 'aside' };
const dark: AuditedLook = { theme: 'dark', direction: 'ltr', rules: rulesOf.colours };
/** All rules in one of two looks, in turns: of screens that are audited in both of them with data. */
const inTurns = (routes: readonly string[]): (readonly [route: string, look: string, AuditedLook])[] =>
  [light, { theme: 'dark', direction: 'rtl' } as const].flatMap((look, nth) =>
    routes.filter((_, i) => i % 2 === nth).map((route) => [route, `${look.theme} ${look.direction}`, look] as const),
  );
const overlays = '[role=dialog], [role=menu], [role=listbox]';
const darkOverlay: AuditedLook = { ...dark, within: overlays };
const darkRtl: AuditedLook = { theme: 'dark', direction: 'rtl', rules: [...rulesOf.colours, ...rulesOf.direction] };

let product: Product;
let browser: Browser;
let page: Page;
let pageErrors: () => string[];
/** The look the page has now: changing it redraws the whole page. */
let currentLook: Look | undefined;
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };
const navigations = new Set<string>();

beforeAll(async () => {
  [product, browser] = await Promise.all([ownProduct(), launch('long-lived')]);
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  pageErrors = collectErrors(page);
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it.each(['light', 'dark'] as const)('finds no violations on the sign-in pages in %s', async (colorScheme) => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(product.url);
  await page.getByLabel(/^password/i).waitFor();
  const violationsFound = await violations(page);
  for (const way of [/create an account|register/i, /forgot/i]) {
    await page.goto(product.url);
    await page.getByRole('link', { name: way }).click();
    await page.getByRole('link', { name: way }).waitFor({ state: 'detached' });
    violationsFound.push(...(await violations(page)));
  }
  expect(violationsFound).toEqual([]);
});

describe('without data', () => {
  beforeAll(async () => {
    await openSignedIn(page, product.url, product.admin);
  });

  const ofPortal = screens
    .map(({ route }) => route)
    .filter((route) => route.startsWith('/portal') && !route.includes('{'));
  it.each(inTurns(['/', '/accounts', '/changelog', ...ofPortal]))(
    'finds no violations on %s in %s',
    async (route, _, look) => {
      await navigate(page, product.url + route);
      expect(await inEveryLook([look])).toEqual({});
    },
  );
});

describe('in an account', () => {
  let full: TestStation;
  let emptyAccount: string;
  let emptyStation: string;
  let routeParams: Record<string, string>;
  beforeAll(async () => {
    full = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
    await addTracks(full, ['Concert Pitch', 'The Fifth']);
    routeParams = {
      ...(await createPortalContent(full)),
      ...(await createPodcast(full)),
      ...(await createAdvertising(full)),
    };
    const { key } = await full.call(accounts.create, {
      body: { company: 'Nobody yet', email: product.admin.email },
    });
    emptyAccount = `/accounts/${key}`;
    const deleted = { params: { id: full.account }, body: { name: 'Fog Horn Radio' } };
    await full.call(stations.remove, { params: { key: (await full.call(stations.create, deleted)).key } });
    emptyStation = (await createTestStation(product, 'Silent Pier', 'Silent Pier Radio')).stationPath;
  });

  const routes = screens.map(({ route }) => route).filter((route) => route !== '/' && !route.startsWith('/stations/'));
  describe('with data', () => {
    afterAll(() => page.setViewportSize(desktop));
    it.each(routes)('finds no violations on %s, and nothing that is wider than a phone', async (route) => {
      await navigate(page, product.url + routePath(route, routeParams));
      await onPhoneAndDesktop({
        phone: () => expect.poll(() => beyondPhone(page, phone.width)).toEqual([]),
        desktop: async () => expect(await inEveryLook()).toEqual({}),
      });
    });
  });

  /* The header and the navigation are those of the same screens with data. */
  const ofAccount = routes.filter(
    (route) => route.includes('{accountKey}') && !/\{(station|podcast)Key\}|\{(campaign|request)Id\}/.test(route),
  );
  const ofStation = routes.filter((route) => route.includes('{stationKey}'));
  it.each(inTurns([...ofAccount, ...ofStation]))(
    'finds no violations on %s while it is empty, in %s',
    async (route, _, look) => {
      const path = route
        .replace('/accounts/{accountKey}/stations/{stationKey}', emptyStation)
        .replace('/accounts/{accountKey}', emptyAccount);
      await navigate(page, product.url + path);
      expect(await inLooks([look], { within: '#content' })).toEqual({});
    },
  );

  /** Each with its page, how it is opened, and the selector that shows it is open. */
  const opened: readonly [
    name: string,
    at: (stage: TestStation) => string,
    open: () => Promise<unknown>,
    shown: string,
  ][] = [
    ['the user menu', (at) => at.accountPath, () => press(/User menu:/), '[role=menu]'],
    ['the account menu', (at) => at.accountPath, () => press(/switch account/), '[role=menu]'],
    ['a new notification', () => '/portal/notifications', () => press('Add notification'), '[role=dialog]'],
    ['a new changelog entry', () => '/portal/changelog', () => press('New entry'), '[role=dialog] [role=toolbar]'],
    ['the confirmation of a removal', () => '/portal/partners/north-sea', () => press('Remove'), '[role=dialog]'],
    ['the menu of a track', (at) => `${at.stationPath}/autodj`, () => press('Actions for The Fifth'), '[role=menu]'],
    ['"Move to"', (at) => `${at.stationPath}/autodj`, () => trackMenu('Move to…'), '[role=dialog]'],
    ['the details of a track', (at) => `${at.stationPath}/autodj`, () => trackMenu('Edit details'), '[role=dialog]'],
    ['"Save and restart"', (at) => `${at.stationPath}/autodj`, () => press('Save and restart'), '[role=dialog]'],
    ['tracks of the library', (at) => `${at.stationPath}/autodj`, () => press('Add from library'), '[role=dialog]'],
    ['a new playlist', (at) => `${at.stationPath}/autodj/rotation`, () => press('Add playlist'), '[role=dialog]'],
    ['a selection', (at) => `${at.stationPath}/autodj`, () => tick('Select The Fifth'), 'text=1 track selected'],
    ['"Shutdown"', (at) => at.stationPath, () => press('Shutdown'), '[role=dialog]'],
    ['"New password"', (at) => at.stationPath, () => press('New password'), '[role=dialog]'],
    ['"Suspend"', (at) => `${at.stationPath}/settings/advanced`, () => press('Suspend station'), '[role=dialog]'],
    ['"Move"', (at) => `${at.stationPath}/settings/advanced`, () => askMove(), '[role=listbox]:visible'],
    ['"Delete"', (at) => `${at.stationPath}/settings/advanced`, () => press('Delete station'), '[role=dialog]'],
    ['"Restore"', (at) => `${at.accountPath}/stations/deleted`, () => press(/^Restore/), '[role=dialog] p'],
    ['the score in full', (at) => at.stationPath, () => showScore(), '[aria-expanded=true]'],
    ['a select', (at) => `${at.accountPath}/stations/create`, () => choose('Category'), '[role=listbox]'],
    ['a searchable select', () => '/accounts/create', () => choose('Country'), '[role=listbox]'],
    ['errors at fields', (at) => `${at.accountPath}/stations/create`, () => press('Create station'), '[role=alert]'],
    ['the palette', (at) => at.accountPath, () => page.keyboard.press('Control+k'), '.mantine-Spotlight-action'],
    ['the crop of a logo', (at) => `${at.stationPath}/settings/info`, () => pickLogo(), '[role=dialog] img'],
    ['a change of format', (at) => `${at.stationPath}/settings/stream`, () => changeFormat(), '[role=dialog]'],
    ['problems of an ads.txt', (at) => `${at.stationPath}/settings/ads`, () => writeAds(), '[aria-label=Problems]'],
    // Last, as it stays on every screen.
    ['the player', (at) => at.stationPath, () => press(/^Listen to/, 0), 'section[aria-label=Player]'],
  ];
  it.each(opened)('finds no violations with %s open', async (_, where, start, shown) => {
    // Escape or another screen closes what the case before left open.
    await page.keyboard.press('Escape');
    await show(page, product.url + where(full));
    await expect.poll(() => page.locator(`:is(${overlays}):visible`).count()).toBe(0);
    await expectNoViolationsWith(start, shown);
  });

  it('finds no violations with the phone navigation open', async () => {
    await page.setViewportSize(phone);
    await show(page, product.url + full.stationPath);
    await press('Navigation');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await inLooks([light, dark])).toEqual({});
    expect(pageErrors()).toEqual([]);
  });
});

const press = (name: string | RegExp, nth = 0) => page.getByRole('button', { name }).nth(nth).click();
/** Scrolls back to the top: a button half behind the header would count as too small. */
const showScore = async (): Promise<void> => {
  await press(/^Show all \d+/);
  await page.evaluate(() => window.scrollTo(0, 0));
};
const tick = (name: string) => page.getByRole('checkbox', { name }).check();
const choose = (name: string) => page.getByRole('combobox', { name }).or(page.getByRole('textbox', { name })).click();
const trackMenu = async (item: string): Promise<void> => {
  await press('Actions for The Fifth');
  await page.getByRole('menuitem', { name: item }).click();
};

const pickLogo = async (): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await press('Upload logo');
  await (await chooser).setFiles({ name: 'sea.png', mimeType: 'image/png', buffer: picture(600) });
};
const changeFormat = async (): Promise<void> => {
  await page.getByText('Mono', { exact: true }).click();
  await press('Save');
};
const writeAds = () => page.getByRole('textbox', { name: 'Authorized Digital Sellers' }).fill('example.com, 99');
const askMove = async (): Promise<void> => {
  await press('Move to another account');
  const accounts = page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('textbox'));
  await accounts.click();
};

/** Opens something with `start` and checks the screen in light, and in dark only what covers it, if anything does. */
const expectNoViolationsWith = async (start: () => Promise<unknown>, shown: string): Promise<void> => {
  await setLook(isShown(dark) ? dark : light);
  await start();
  await page.locator(shown).first().waitFor();
  const isCovering = (await page.locator(`:is(${overlays}):visible`).count()) > 0;
  expect(await inLooks([light, isCovering ? darkOverlay : dark])).toEqual({});
};

/** Each screen is opened at the width that the one before ended at, as a change of width lays out the whole page. */
const onPhoneAndDesktop = async (tests: Record<'phone' | 'desktop', () => Promise<void>>): Promise<void> => {
  const isPhone = page.viewportSize()?.width === phone.width;
  try {
    await (isPhone ? tests.phone() : tests.desktop());
  } finally {
    await page.setViewportSize(isPhone ? desktop : phone);
  }
  await waitUntilSettled(page);
  await (isPhone ? tests.desktop() : tests.phone());
};

/** Every look where the navigation is one that no screen before had, else these looks, without the navigation. */
const inEveryLook = async (looks: readonly AuditedLook[] = [light, darkRtl]): Promise<Record<string, string[]>> => {
  const navigation = await markupOf(page, 'aside');
  const isKnown = navigations.has(navigation);
  navigations.add(navigation);
  return isKnown ? await inLooks(looks, { without: navigationOfPortal }) : await inLooks([light, semiDark, darkRtl]);
};

/**
 * The violations by theme and direction, without empty entries. Starts with the page's current look if it is asked for.
 */
const inLooks = async (looks: readonly AuditedLook[], scope: AuditScope = {}): Promise<Record<string, string[]>> => {
  const violationsFound: Record<string, string[]> = {};
  const last = looks.at(-1);
  for (const look of last && isShown(last) ? looks.toReversed() : looks) {
    await setLook(look);
    const inThisLook = await violations(page, { ...scope, ...look });
    if (inThisLook.length > 0) violationsFound[`${look.theme} ${look.direction}`] = inThisLook;
  }
  return violationsFound;
};

const isShown = ({ theme, direction }: Look): boolean =>
  currentLook?.theme === theme && currentLook.direction === direction;

const setLook = async (look: AuditedLook): Promise<void> => {
  if (isShown(look)) return;
  currentLook = undefined;
  await applyLook(page, look);
  await waitUntilSettled(page);
  currentLook = look;
};
