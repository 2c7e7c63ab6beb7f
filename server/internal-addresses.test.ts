import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';
import { distributionPlatforms } from '#contract/rules/distribution-platforms.ts';
import { distribution } from '#contract/api/distribution.ts';
import { library } from '#contract/api/library.ts';
import { podcastImport } from '#contract/api/podcast-import.ts';
import { closedUrls } from '#contract/testing/address-corpus.ts';
import { napiImages } from './engines/images/napi-images.ts';
import { makeTone } from './engines/audio/testing/test-audio.ts';
import { ffmpegAudio } from './engines/audio/ffmpeg.ts';
import { workEpisodes } from './domains/podcasts/episodes/episodes.work.ts';
import { workImports } from './domains/podcasts/import/podcast-import.work.ts';
import { feedOf, fakePodcastHost, type FakePodcastHost } from './domains/podcasts/import/testing/fake-podcast-host.ts';
import { guardedOutbound } from './kernel/outbound/guarded.ts';
import { testClient } from './testing/client.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';

/*
 * All calls that accept a URL which the portal then requests: given one that leads to this machine or its network, they
 * refuse with a message and connect to nothing. tools/ways-out.test.ts tests the engine's URLs.
 */

/** The only reachable address; its content redirects inwards. */
const friend = '127.0.0.2';
let inner: Server;
let hits: string[];
let host: FakePodcastHost;
let portal: TestPortal;
const folder = mkdtempSync(join(tmpdir(), 'skywave-inward-'));
let urls: string[];

beforeAll(async () => {
  inner = createServer((request, reply) => (hits.push(String(request.url)), void reply.end('secret'))).on(
    'connection',
    () => hits.push('a connection'),
  );
  inner.listen(0);
  await once(inner, 'listening');
  const { port } = inner.address() as AddressInfo;
  host = await fakePodcastHost(friend);
  const mayReach = (address: string): boolean => address === friend || isPublicAddress(address);
  // Allow all ports, so that refusals are about the address.
  const outbound = guardedOutbound({ isAllowed: mayReach, isPortAllowed: () => true });
  portal = await testPortal({ outbound });
  const deps = { ...portal.kernel, audio: ffmpegAudio(), images: napiImages() };
  await workImports(deps);
  await workEpisodes(deps);
  const atPort = (url: string): string => URL.parse(url)?.host.replace(/(:\d+)?$/, `:${String(port)}`) ?? url;
  urls = [...closedUrls.map((url) => `http://${atPort(url)}/a.mp3`), `http://user:pw@127.0.0.1:${String(port)}/`];
});
afterAll(async () => {
  inner.closeAllConnections();
  inner.close();
  host.close();
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  hits = [];
});

/** A user with an account, a station and a podcast. */
const newOwner = async () => {
  const person = await portal.make.person();
  const account = await portal.make.account({ plan: 'premier' });
  await portal.make.accountMember(account, person, 'owner');
  const [station, podcast] = [await portal.make.station(account), await portal.make.podcast(account)];
  return { ...(await portal.as(person)), account, station, podcast };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;
type Reply = { status: number; text: string; json: unknown };

/** A call's message about a URL: its refusal, or its result. */
const wordsOf = ({ status, text, json }: Reply): string => {
  const { error } = json as { error?: { message: string; fields?: Record<string, string> } };
  return error ? `${String(status)} ${error.message} ${Object.values(error.fields ?? {}).join()}` : text;
};
/** Rate limits allow no more requests per user; then another user continues. */
const maxRequests = 8;
/** Requests each URL directly, and through a redirect. */
const refusesAll = async (ask: (owner: Owner, url: string) => Promise<Reply>): Promise<void> => {
  let owner = await newOwner();
  let requests = 0;
  for (const [i, url] of urls.entries()) {
    host.on(`/to/${String(i)}.mp3`, (reply) => reply.writeHead(302, { location: url }).end());
    for (const given of [url, `${host.url}/to/${String(i)}.mp3`]) {
      if (++requests % maxRequests === 0) owner = await newOwner();
      expect([given, url, wordsOf(await ask(owner, given))]).toEqual([given, url, expect.stringMatching(refusal)]);
    }
  }
  expect(host.asked).toContain('/to/0.mp3');
  expect(hits).toEqual([]);
};
const refusal = /not a public address|not a web URL|must be a valid URL/;

describe('internal addresses are never requested, in any notation', () => {
  it('by a library that fetches a track', () =>
    refusesAll(async (owner, url) => {
      const { token } = await owner.ok(library.token, { params: { id: owner.station } });
      return testClient(portal.url, token).call(library.addUrl, { body: { url } });
    }));

  it('by an import into an account', () =>
    refusesAll((owner, feed_url) =>
      owner.call(podcastImport.start, {
        params: { id: 'new' },
        query: { accountKey: owner.account },
        body: { feed_url },
      }),
    ));

  it('by an import into a station', () =>
    refusesAll((owner, feed_url) =>
      owner.call(podcastImport.startInStation, { params: { key: owner.station }, body: { feed_url } }),
    ));

  it('by the ownership check of a feed', () =>
    refusesAll((owner, feed_url) => owner.call(podcastImport.prove, { body: { feed_url } })));

  it('by files of a feed: pictures, audio, chapters and transcripts', async () => {
    const owner = await newOwner();
    const written = urls.map((url) => url.replaceAll('&', '&amp;'));
    const more = (url: string) =>
      `<itunes:image href="${url}"/><podcast:transcript url="${url}" type="text/vtt"/><podcast:chapters url="${url}" type="application/json+chapters"/>`;
    makeTone(join(folder, 'a.mp3'), { hz: 440, seconds: 2 });
    host.serve('/good.mp3', readFileSync(join(folder, 'a.mp3')), 'audio/mpeg');
    const items = [
      ...written.map((url, i) => ({ guid: `inward-${String(i)}`, audio: url, more: more(url) })),
      { guid: 'good', audio: `${host.url}/good.mp3`, more: more(written.at(-2) ?? '') },
    ];
    host.serve('/feed', feedOf(`<itunes:image href="${written[1] ?? ''}"/>`, items));
    const query = { accountKey: owner.account };
    const { id } = await owner.ok(podcastImport.start, {
      params: { id: 'new' },
      query,
      body: { feed_url: `${host.url}/feed` },
    });
    await portal.drain();
    const task = () => owner.ok(podcastImport.task, { params: { id } });
    await expect.poll(async () => (await task()).status, { timeout: 90_000, interval: 200 }).not.toBe('PROCESSING');
    expect((await task()).notes.join()).toMatch(refusal);
    const { entities } = await owner.ok(podcastImport.episodes, { params: { id }, query: { limit: 1000 } });
    expect(entities).toHaveLength(items.length);
    for (const { guid, state, reason, notes } of entities)
      expect([guid, state, reason ?? notes.join()]).toEqual([
        guid,
        guid === 'good' ? 'imported' : 'failed',
        expect.stringMatching(guid === 'good' ? refusal : /not a public address|not a web URL|no sound|address/),
      ]);
    expect(hits).toEqual([]);
  });

  it('by a listing check, which only accepts URLs of its platform', async () => {
    const owner = await newOwner();
    for (const platform of distributionPlatforms.map(({ id }) => id))
      for (const url of urls.slice(0, 4)) {
        const body = { platforms: [{ platform, url }] };
        const reply = await owner.call(distribution.set, { params: { key: owner.podcast }, body });
        expect([platform, url, wordsOf(reply)]).toEqual([platform, url, expect.stringMatching(/must be a listing of/)]);
      }
    expect(hits).toEqual([]);
  });
});
