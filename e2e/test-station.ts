import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { accounts } from '#contract/api/accounts.ts';
import { adRequests } from '#contract/api/ad-requests.ts';
import type { Brand } from '#contract/rules/brand.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { AccountKey, StationKey, TrackKey } from '#contract/rules/keys.ts';
import { episodes } from '#contract/api/episodes.ts';
import { library } from '#contract/api/library.ts';
import { playout } from '#contract/api/playout.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { session } from '#contract/api/session.ts';
import { portal } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import { signInByPassword, type PortalClient } from '../tools/demo/portal-client.ts';
import { toneFile } from './encoder.ts';
import { picture } from './picture.ts';
import type { Product } from './product.ts';

/** An account and a station, calls as their portal administrator, and the paths of their pages. */
export type TestStation = {
  call: PortalClient;
  account: AccountKey;
  station: StationKey;
  accountPath: string;
  stationPath: string;
};

/** Creates an account with one station over the API. */
export const createTestStation = async (product: Product, company: string, name: string): Promise<TestStation> => {
  const call = await signInByPassword(product.url, product.admin.email, product.admin.password);
  const account = (await call(accounts.create, { body: { company, email: product.admin.email } })).key;
  const station = (await call(stations.create, { params: { id: account }, body: { name } })).key;
  const accountPath = `/accounts/${account}`;
  return { call, account, station, accountPath, stationPath: `${accountPath}/stations/${station}` };
};

/** Adds a different tone for each title to a station's playlist, and waits until all are playable. */
export const addTracks = async (at: TestStation, titles: readonly string[], seconds = 20): Promise<TrackKey[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-tracks-'));
  const keys: TrackKey[] = [];
  for (const [i, title] of titles.entries()) {
    const tags = { hz: 300 + 110 * i, seconds, title, artist: 'The Tones', album: 'Sines' };
    keys.push(await addTrack(at, await toneFile(join(folder, `${i}.mp3`), tags)));
  }
  return keys;
};

/**
 * Creates one of each kind of content that the portal's pages show, as far as the brand has it; returns the parameters of
 * their routes.
 */
export const createPortalContent = async (
  at: TestStation,
  flags: Pick<Brand['flags'], 'portalContent' | 'partners'> = { portalContent: true, partners: true },
): Promise<Record<string, string>> => {
  const { call, account, station } = at;
  const { id: userId } = await call(session.me, {});
  const params = { accountKey: account, stationKey: station, token: 'A'.repeat(43), userId };
  return {
    ...params,
    ...(flags.partners && { partnerSlug: (await call(portal.addPartner, { body: northSea })).slug }),
    ...(flags.portalContent && { postKey: await createNews(at) }),
  };
};

const northSea = { slug: 'north-sea', name: 'North Sea Media' };

/** Creates a post, whose key is returned, an entry of the changelog, and a notification. */
const createNews = async ({ call }: TestStation): Promise<string> => {
  const everyone = { isNegated: false, values: [] };
  const post = await call(portal.addPost, {
    body: {
      title: 'Shows can be recorded',
      contentHtml: '<p>By a <strong>schedule</strong>, or at once.</p>',
      imageTargetUrl: 'https://example.com/',
      rules: { browserLanguage: everyone, plans: everyone },
    },
  });
  const entry = { title: 'Starred pages', contentHtml: '<p>Keep them at hand.</p>', date: '2026-11-20' };
  await call(portal.addChangelog, { body: entry });
  await call(portal.addNotification, { body: { title: 'Maintenance on Sunday', text: 'From 3 to 4.' } });
  return post.key;
};

/** Creates a podcast of the station with a published episode; returns the parameters of their routes. */
export const createPodcast = async ({ call, account, station }: TestStation): Promise<Record<string, string>> => {
  const { key } = await call(podcasts.create, {
    query: { accountKey: account },
    body: { title: 'Tea and Talk', station_key: station, categories: ['Music'], owner_email: 'tea@example.com' },
    file: new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'skywave-episode-'));
  const tone = { hz: 440, seconds: 90, title: 'Of kettles', artist: 'A', album: 'B' };
  const path = await toneFile(join(folder, 'e.mp3'), tone);
  const file = new File([await readFile(path)], 'e.mp3', { type: 'audio/mpeg' });
  const { data, task } = await call(episodes.upload, { params: { podcastKey: key }, fields: {}, file });
  for (;;) {
    const upload = await call(episodes.task, { params: { taskId: task } });
    if (upload.status === 'ERROR') throw new Error(upload.error?.message ?? 'The upload failed');
    if (upload.status === 'SUCCESS') break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await call(episodes.update, {
    params: { podcastKey: key, episodeKey: data.key },
    body: { title: 'Of kettles', published: true, chapters: [{ start: 0, title: 'Hello', url: '' }] },
  });
  return { podcastKey: key, episodeKey: data.key };
};

/** Creates a campaign and an advertising request of the account; returns the parameters of their routes. */
export const createAdvertising = async ({ call, account, station }: TestStation): Promise<Record<string, string>> => {
  const params = { id: account };
  await call(campaigns.enable, { params, body: { enabled: true } });
  await call(adRequests.setAvailability, { params, body: { available: true } });
  const days = { startDate: '2099-03-01', endDate: '2099-03-31' };
  const { id } = await call(campaigns.create, {
    params,
    query: {},
    body: { campaignName: 'Tea week', advertiser: 'Kettles', impressionLimit: 5000, timezone: 'UTC', ...days },
  });
  const asked = { campaignName: 'Biscuits', impressionsGoal: 2000, stationKeys: [station], ...days };
  const request = await call(adRequests.create, { params, body: asked });
  return { campaignId: id, requestId: request.id };
};

/** The path of a route of `screens.ts`, with its parameters filled in. */
export const routePath = (route: string, params: Readonly<Record<string, string>>): string =>
  route.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);

/** Gives tracks of the station a picture. */
export const setArtwork = async (
  { call, station }: TestStation,
  keys: readonly TrackKey[],
  image: Buffer,
): Promise<void> => {
  const { token } = await call(library.token, { params: { id: station } });
  const file = new File([new Uint8Array(image)], 'cover.png', { type: 'image/png' });
  for (const key of keys) await call(library.setArtwork, { params: { key }, file }, token);
};

/** Adds a file to a station's playlist, and waits until it is playable. */
export const addTrack = async (
  { call, station }: Pick<TestStation, 'call' | 'station'>,
  path: string,
): Promise<TrackKey> => {
  const { token } = await call(library.token, { params: { id: station } });
  const file = new File([await readFile(path)], basename(path), { type: 'audio/mpeg' });
  const { task } = await call(library.upload, { query: { token }, fields: { name: file.name }, file }, token);
  for (;;) {
    const upload = await call(library.task, { params: { id: task } }, token);
    if (upload.status === 'ERROR') throw new Error(upload.error?.message ?? 'The upload failed');
    if (upload.status === 'SUCCESS' && upload.data) {
      await call(playout.addTrack, { params: { key: station, trackId: upload.data.key } });
      return upload.data.key;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
