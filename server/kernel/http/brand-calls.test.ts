import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { isOffered } from '#contract/rules/brand-flags.ts';
import { allEndpoints } from '#contract/api/index.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { brands } from '#brands/brands.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { forbiddenWords, withoutNamesOfOthers } from '#server/testing/forbidden-words.ts';
import { fixtureOf } from '#server/testing/fixtures.ts';
import { inputWith } from '#server/testing/input-with.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { makeWorld, type World } from '#server/testing/world.ts';

/* The API refuses features that a brand lacks (spec §1): every call with a flag, in each brand. */

const flagged = allEndpoints()
  .filter(({ endpoint }) => endpoint.spec.flag !== undefined)
  .map(({ domain, name, endpoint }) => ({ title: `${domain}.${name}`, endpoint }));

describe.each(Object.values(brands))('the calls of $id', (brand) => {
  let portal: TestPortal;
  let world: World;
  let admin: TestClient;
  beforeAll(async () => {
    portal = await testPortal({ brand });
    world = await makeWorld(portal);
    admin = await portal.as(world.people.portalAdmin);
  });
  afterAll(() => portal.close());

  it.each(flagged)('$title only exists with its flag', async ({ title, endpoint }) => {
    const input = inputWith(endpoint, fixtureOf(title), () => world.keys.own);
    const has = isOffered(brand.flags, endpoint.spec.flag);
    for (const client of [admin, testClient(portal.url, undefined)]) {
      const reply = await client.raw(endpoint, input);
      const text = await reply.text();
      if (has) expect(text).not.toContain('request.notOffered');
      else expect([reply.status, text]).toEqual([404, expect.stringMatching(/"request\.notOffered".*Please contact/)]);
    }
  });

  it('match its API description', async () => {
    const document = (await (await fetch(`${portal.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((one) => one.operationId),
    );
    const offered = allEndpoints().filter(({ endpoint }) => isOffered(brand.flags, endpoint.spec.flag));
    expect(described.toSorted()).toEqual(offered.map(({ domain, name }) => `${domain}.${name}`).toSorted());
    const page = await (await fetch(`${portal.url}/docs`)).text();
    for (const { title, endpoint } of flagged)
      expect(page.includes(`id="${title}"`), title).toBe(isOffered(brand.flags, endpoint.spec.flag));
  });

  it('say no word of another brand on public pages, in the API reference and in e-mails', async () => {
    const { kernel } = portal;
    const podcast = world.keys.own.podcast as PodcastKey;
    const { pretty_url } = await kernel.db
      .updateTable('podcasts')
      .set({ title: 'Tides', pretty_url: 'high-tides', published: true })
      .where('key', '=', podcast)
      .returning('pretty_url')
      .executeTakeFirstOrThrow();
    const owner = await portal.as(world.people.accountOwner);
    const id = world.keys.own.account as AccountKey;
    await owner.ok(people.inviteToAccount, {
      params: { id, role: 'admin' },
      query: { email: 'new@example.org' },
      body: {},
    });
    await portal.startJobs();
    await expect.poll(() => portal.mails.length).toBeGreaterThan(0);
    const station = await kernel.db
      .updateTable('stations')
      .set({ name: 'Tide Radio' })
      .where('key', '=', world.keys.own.station as StationKey)
      .returning('pretty_url')
      .executeTakeFirstOrThrow();
    const radio = `/radio/${station.pretty_url}`;
    const pages = [`/shows/${pretty_url}`, radio, `${radio}/manifest.webmanifest`, '/shows/nothing-here', '/docs'];
    const texts = [
      ...(await Promise.all(pages.map(async (path) => [path, proseOf(await (await fetch(portal.url + path)).text())]))),
      ...portal.mails.map((mail) => ['mail', JSON.stringify([mail.subject, mail.paragraphs, mail.action?.label])]),
    ];
    for (const [where, text] of texts) expect(`${where}: ${text}`).not.toMatch(forbiddenWords(brand));
    expect(texts.find(([where]) => where === '/docs')?.[1]).toContain(`Delete a ${brand.wording.podcast}`);
  });

  it.each([
    ['custom', 'customStations'],
    ['prime_ads_free', 'advertising'],
  ] as const)('refuse requests for the plan %s without the flag %s', async (plan, flag) => {
    const owner = await portal.as(world.people.accountOwner);
    const reply = await owner.call(billing.request, {
      params: { id: world.keys.own.account as AccountKey },
      body: { plan, interval: 'month', quantity: plan === 'custom' ? 5 : 1 },
    });
    if (brand.flags[flag]) expect(reply.status).toBe(200);
    else expect([reply.status, reply.json.error.code]).toEqual([404, 'request.notOffered']);
  });
});

/** What people read of a page: its text, titles and labels, without code and names of the wire. */
const proseOf = (page: string): string => {
  const shown = page
    .replace(/<(style|script|pre|code|nav|h2)\b[^]*?<\/\1>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const labels = [...shown.matchAll(/\b(?:aria-label|title|alt|placeholder|content)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  return withoutNamesOfOthers([...labels, shown.replace(/<[^>]*>/g, ' ')].join(' ').replace(/\s+/g, ' '));
};
