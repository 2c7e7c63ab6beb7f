import { mkdtempSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { accounts } from '#contract/api/accounts.ts';
import { episodes } from '#contract/api/episodes.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { stations } from '#contract/api/stations.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import { picture } from '../e2e/picture.ts';
import { signInByPassword } from '../tools/demo/portal-client.ts';
import { startNginx } from './nginx.ts';
import { cpuSecondsOfTree, pause } from './process-figures.ts';
import { end, ensurePrograms, freePort, start } from './programs.ts';
import type { Row } from './report.ts';

/** Rates as a share of nginx's, and the p95 in ms of the portal's API meanwhile. */
const budget = { feeds: 0.3, unchanged: 0.5, bytes: 0.5, p95: 50 };
const connections = 32;
const feedLength = 100;
const episodeSeconds = 600;
const rounds = 3;

/**
 * Delivery and nginx serve the same bytes in this run, in turns: feeds, feeds that have not changed, episodes; then the
 * response times of the portal's API while episodes are delivered at full speed.
 */
export const benchDelivery = async (folder: string, seconds: number): Promise<Row[]> => {
  if (!ensurePrograms({ nginx: 'nginx' })) throw new Error('The delivery bench needs the package nginx.');
  const own = await freePort();
  const product = await startProduct({ DELIVERY_PORT: String(own), DELIVERY_WORKERS: '1' });
  try {
    const testPodcast = await makePodcast(product, folder);
    const feed = await bytesAt(own, testPodcast.feed, {});
    const zipped = await bytesAt(own, testPodcast.feed, { 'accept-encoding': 'gzip' });
    const nginx = await startNginx(folder, { feed, zipped, episode: testPodcast.file, workers: 1 });
    const us = { port: own, pid: deliveryPid(product.dataDir) };
    const them = { port: nginx.port, pid: nginx.child.pid };
    const ours = { feed: { ...us, path: testPodcast.feed }, episode: { ...us, path: testPodcast.episode } };
    const peer = { feed: { ...them, path: '/feed' }, episode: { ...them, path: '/episode.mp3' } };
    const gzip = { 'accept-encoding': 'gzip' };
    const feeds = await compare(ours.feed, peer.feed, gzip, gzip, seconds);
    const unchanged = await compare(
      ours.feed,
      peer.feed,
      await conditionalHeaders(ours.feed),
      await conditionalHeaders(peer.feed),
      seconds,
    );
    const sound = await compare(ours.episode, peer.episode, {}, {}, seconds);
    const late = await apiMeanwhile(product, testPodcast.station, ours.episode, seconds);
    await end(nginx.child);
    return [
      rateRow(`Feeds of ${feedLength} episodes (${(zipped.length / 1024).toFixed(0)} kB gzip)`, feeds, budget.feeds),
      rateRow('Feeds that have not changed (304)', unchanged, budget.unchanged),
      {
        figure: 'Episodes',
        ours: `${sound.ours.mb.toFixed(0)} MB/s`,
        peer: `${sound.peer.mb.toFixed(0)} MB/s nginx`,
        ratio: sound.ours.mb / sound.peer.mb,
        budget: `≥ ${budget.bytes} ×`,
        pass: sound.ours.mb / sound.peer.mb >= budget.bytes,
      },
      {
        figure: 'API while episodes are delivered',
        ours: `p95 ${late.p95.toFixed(0)} ms at ${late.mb.toFixed(0)} MB/s`,
        budget: `p95 ≤ ${budget.p95} ms`,
        pass: late.p95 <= budget.p95,
      },
    ];
  } finally {
    await product.stop();
  }
};

/** `clients`: over how many connections it is called. */
type Target = { port: number; path: string; pid: number; clients?: number };
/** `perCore`: answers per CPU second of the server, which the load of other processes does not affect. */
export type Rate = { perSecond: number; perCore: number; mb: number };
/** The process id of delivery, as the supervisor recorded it. */
export const deliveryPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(dataDir, 'run', 'delivery.json'), 'utf8')) as { pid: number }).pid;

type Load = { answers: number; bytes: number; failed: number; status: number };

const rateRow = (figure: string, { ours, peer }: { ours: Rate; peer: Rate }, minRatio: number): Row => ({
  figure,
  ours: `${ours.perSecond.toFixed(0)}/s, ${ours.perCore.toFixed(0)} a core second`,
  peer: `${peer.perSecond.toFixed(0)}/s nginx, ${peer.perCore.toFixed(0)}`,
  ratio: ours.perSecond / peer.perSecond,
  budget: `≥ ${minRatio} ×`,
  pass: ours.perSecond / peer.perSecond >= minRatio,
});

/** Both in turns, so that other load on the machine affects both; the median round counts. */
const compare = async (
  ours: Target,
  peer: Target,
  ourHeaders: Record<string, string>,
  peerHeaders: Record<string, string>,
  seconds: number,
): Promise<{ ours: Rate; peer: Rate }> => {
  const rates = { ours: [] as Rate[], peer: [] as Rate[] };
  for (let round = 0; round < rounds; round++) {
    rates.ours.push(await measureLoad(ours, ourHeaders, seconds));
    rates.peer.push(await measureLoad(peer, peerHeaders, seconds));
  }
  const middle = (all: Rate[]): Rate => all.toSorted((one, other) => one.mb - other.mb)[Math.floor(rounds / 2)]!;
  return { ours: middle(rates.ours), peer: middle(rates.peer) };
};

/** Keeps a server busy by HTTP for so long, and returns what it answered. Throws if an answer differs from the first. */
export const measureLoad = async (
  { port, path, pid, clients = connections }: Target,
  headers: Record<string, string>,
  seconds: number,
  meanwhile: () => Promise<unknown> = () => pause(seconds * 1000),
): Promise<Rate> => {
  const child = start([
    process.execPath,
    'bench/http-load.ts',
    String(port),
    path,
    String(clients),
    JSON.stringify(headers),
  ]);
  await once(child, 'message');
  await pause(500);
  child.send('mark');
  const [startedAt, used] = [performance.now(), cpuSecondsOfTree(pid)];
  await meanwhile();
  const reported = once(child, 'message') as Promise<[Load]>;
  child.send('report');
  const [load] = await reported;
  const s = (performance.now() - startedAt) / 1000;
  const core = cpuSecondsOfTree(pid) - used;
  await end(child, 'SIGKILL');
  if (load.failed > 0 || load.status >= 400)
    throw new Error(`${path} on ${port} answered ${load.status}, and ${load.failed} times with another status.`);
  return { perSecond: load.answers / s, perCore: load.answers / core, mb: load.bytes / s / 1_000_000 };
};

/** Request headers with the feed's ETag, so that the server answers 304. */
export const conditionalHeaders = async ({ port, path }: Target): Promise<Record<string, string>> => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'gzip' } });
  await reply.arrayBuffer();
  return { 'accept-encoding': 'gzip', 'if-none-match': reply.headers.get('etag') ?? '' };
};

const bytesAt = async (port: number, path: string, headers: Record<string, string>): Promise<Buffer> => {
  const { request } = await import('undici');
  const { body, statusCode } = await request(`http://127.0.0.1:${port}${path}`, { headers });
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
  return Buffer.from(await body.arrayBuffer());
};

type TestPodcast = { feed: string; episode: string; file: string; station: string };

/** A podcast whose feed has a hundred episodes, all with the same ten minutes of audio. */
const makePodcast = async (product: Product, folder: string): Promise<TestPodcast> => {
  const { email, password } = product.admin;
  const call = await signInByPassword(product.url, email, password);
  const account = await call(accounts.create, { body: { company: 'Delivery', email } });
  const station = await call(stations.create, { params: { id: account.key }, body: { name: 'Delivery Radio' } });
  const logo = new File([new Uint8Array(picture(1400))], 'logo.png', { type: 'image/png' });
  const body = { title: 'Delivered', author: 'The Bench', categories: ['Music'] };
  const podcast = await call(podcasts.create, { query: { accountKey: account.key }, body, file: logo });
  const sound = join(mkdtempSync(join(folder, 'episode-')), 'e.mp3');
  const tone = `sine=frequency=440:duration=${episodeSeconds}`;
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', tone, '-ac', '2', '-b:a', '128k', sound]);
  const file = new File([readFileSync(sound)], 'e.mp3', { type: 'audio/mpeg' });
  const upload = await call(episodes.upload, { params: { podcastKey: podcast.key }, fields: {}, file });
  const params = { podcastKey: podcast.key, episodeKey: upload.data.key };
  while ((await call(episodes.get, { params })).upload_status !== 'ready') await pause(200);
  const text = 'What was said about it, at some length, so that it is like the others. '.repeat(12);
  await call(episodes.update, { params, body: { title: 'First', description: text, published: true } });
  const audio = await copyEpisode(product, upload.data.key);
  return {
    feed: new URL(podcast.feed_url).pathname,
    episode: `/episodes/${upload.data.key}.mp3`,
    file: join(product.dataDir, 'files', audio),
    station: station.key,
  };
};

/** Copies an episode until the feed is full; returns the path of its audio file. */
const copyEpisode = async (product: Product, key: string): Promise<string> => {
  const services = JSON.parse(readFileSync(join(product.dataDir, 'run', 'services.json'), 'utf8')) as {
    databaseUrl: string;
  };
  const client = new pg.Client({ connectionString: services.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into episodes (key, podcast_key, title, description, rich_description, published, publish_date, guid,
        audio, audio_size, audio_ms, audio_hash, upload_status)
      select 'e-' || translate(lpad(n::text, 22, '0'), '0', 'A'), podcast_key, title || ' ' || n, description, rich_description, published,
        publish_date - n * interval '1 day', guid || n, audio, audio_size, audio_ms, audio_hash, upload_status
      from episodes, generate_series(1, $2) as n where key = $1`,
      [key, feedLength - 1],
    );
    const { rows } = await client.query<{ audio: string }>('select audio from episodes where key = $1', [key]);
    return rows[0]!.audio;
  } finally {
    await client.end();
  }
};

/** The p95 of the portal's API, called twenty times a second, while episodes are delivered at full speed. */
const apiMeanwhile = async (
  product: Product,
  station: string,
  episode: Target,
  seconds: number,
): Promise<{ p95: number; mb: number }> => {
  const { email, password } = product.admin;
  const call = await signInByPassword(product.url, email, password);
  const headers = { authorization: `Bearer ${await call.token()}` };
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    const startedAt = performance.now();
    const reply = await fetch(`${product.url}/v1/stations/${station}`, { headers });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`The API answered ${reply.status}.`);
    times.push(performance.now() - startedAt);
  };
  for (let i = 0; i < 20; i++) await ask();
  times.length = 0;
  const { mb } = await measureLoad(episode, {}, seconds, async () => {
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      await ask();
      await pause(50);
    }
  });
  times.sort((one, other) => one - other);
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, mb };
};
