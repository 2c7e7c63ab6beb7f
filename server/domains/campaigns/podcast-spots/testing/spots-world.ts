import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brand } from '#brands/skywave/brand.ts';
import type { AccountKey, CampaignKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { EpisodeSpots } from '#server/domains/podcasts/delivery/arranged.service.ts';
import { mountEnclosures } from '#server/domains/podcasts/delivery/enclosures.routes.ts';
import { mountEpisodeExtras } from '#server/domains/podcasts/episodes/episode-extras.routes.ts';
import { podcastAgents } from '#server/engines/agents/podcast-agent.ts';
import { tagEpisode } from '#server/engines/audio/id3.ts';
import { episodeStitcher } from '#server/engines/audio/stitch-episode.ts';
import { downloadSpool } from '#server/download-spool.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { createServer } from '#server/kernel/http/server.ts';
import { changePodcastAds } from '#server/platform/settings.ts';
import { adsWorld } from '../../testing/ads-world.ts';
import { countPlanChange } from '../../plan/plan.repo.ts';
import { episodeSpots } from '../arrange.ts';
import { episodesToIndex, indexEpisode } from '../index-episodes.ts';
import { insertedSpots } from '../inserted.ts';

/** Tones by which a test knows what plays. */
export const tones = { episode: 440, spot: 1300 };
export const spotSeconds = 5;
export const listenerAgent = 'AntennaPod/3.2.0';

const geo = {
  locate: async () => ({ country: 'GR', region: 'Attica', city: 'Athens' }),
  pinpoint: async () => ({ country: 'GR', region: 'Attica', city: 'Athens', latitude: 0, longitude: 0 }),
  pinpointAll: async (all: readonly string[]) => await Promise.all(all.map(() => geo.pinpoint())),
};

/** A portal with podcasts that play spots, and delivery processes that serve them. */
export const spotsWorld = async () => {
  const world = await adsWorld();
  const { portal } = world;
  const { db, storage } = portal.kernel;
  const folder = mkdtempSync(join(tmpdir(), 'spots-'));
  const stitcher = episodeStitcher();
  const deps = { ...portal.kernel, brand, stitcher, podcastAgents: podcastAgents(), geo };
  let deliveries = 0;
  await changePodcastAds(portal.kernel, {
    ...{ enabled: true, pre_roll: 1, mid_roll: 1, post_roll: 1, minutes_between: 1, opt_out_allowed: true, cpm: 40 },
  });

  return {
    ...world,
    ...{ db, deps, folder, geo },
    /** An episode of a tone whose frames borrow from each other, with a chapter of `chapterS` and one behind it. */
    episode: async (podcast: PodcastKey, seconds: number, chapterS = seconds / 2) => {
      const key = await portal.make.episode(podcast, { published: new Date('2026-01-01') });
      const [plain, file] = [join(folder, 'plain.mp3'), join(folder, 'tagged.mp3')];
      writeTone(plain, tones.episode, seconds, ['-q:a', '5']);
      const chapters = [
        { startMs: 0, endMs: chapterS * 1000, title: 'One', url: '' },
        { startMs: chapterS * 1000, endMs: seconds * 1000, title: 'Two', url: '' },
      ];
      const tags = { title: 'Tone', subtitle: '', artist: '', album: '', date: '', episode: null, season: null };
      const { size, sha256: hash } = await tagEpisode(plain, { ...tags, chapters, cover: undefined }, file);
      const bytes = readFileSync(file);
      await storage.put(`episodes/audio/${key}.mp3`, Readable.from([bytes]), 'audio/mpeg');
      await db
        .updateTable('episodes')
        .set({
          ...{ audio: `episodes/audio/${key}.mp3`, audio_size: size, audio_ms: seconds * 1000, audio_hash: hash },
          ...{
            upload_status: 'ready',
            chapters: JSON.stringify([
              { title: 'One', start: 0 },
              { title: 'Two', start: chapterS },
            ]),
          },
        })
        .where('key', '=', key)
        .execute();
      for (const one of (await episodesToIndex(deps)).episodes) await indexEpisode(deps, one);
      return { key, bytes, hash };
    },
    /** A campaign whose spot is a tone of five seconds. */
    spotCampaign: async (account: AccountKey, over: Record<string, unknown> = {}): Promise<CampaignKey> => {
      const rateLimiting = { pacing: 'fast' };
      const campaign = await world.campaign(account, { positions: ['pre', 'mid', 'post'], rateLimiting, ...over });
      const file = join(folder, 'spot.mp3');
      writeTone(file, tones.spot, spotSeconds, ['-b:a', '128k', '-reservoir', '0', '-write_xing', '0']);
      const bytes = readFileSync(file);
      const index = await stitcher.index(Readable.from([bytes]));
      const path = `renditions/${campaign}.mp3`;
      await storage.put(path, Readable.from([bytes]), 'audio/mpeg');
      await db
        .updateTable('ad_renditions')
        .set({
          ...{
            path,
            bytes: bytes.length,
            frames: index!.frames,
            duration_us: Math.round((index!.frames * 1152e6) / 44_100),
          },
          sha256: createHash('sha256').update(bytes).digest('hex'),
        })
        .where('creative_id', 'in', (eb) =>
          eb
            .selectFrom('campaign_attempts')
            .select('creative_id')
            .where('campaign_key', '=', campaign)
            .where('creative_id', 'is not', null)
            .$castTo<{ creative_id: string }>(),
        )
        .execute();
      await countPlanChange(db);
      return campaign;
    },
    /** A process that delivers episodes, with the plan of now. */
    delivery: async (ownDb: Db = db) => {
      const app = createServer({ config: portal.kernel.config, log: portal.kernel.log, wording: brand.wording });
      const make = episodeSpots({ ...deps, db: ownDb, patienceMs: 60_000 });
      let spots: (EpisodeSpots & { look(): Promise<void> }) | undefined;
      mountEpisodeExtras(app, { ...portal.kernel, inserted: insertedSpots({ ...deps, db: ownDb }) });
      const openSpool = downloadSpool(folder, `delivery-${++deliveries}`, portal.kernel.log);
      mountEnclosures(app, { ...portal.kernel, openSpool, spots: (blocks) => (spots = make(blocks)) });
      await spots!.look();
      await app.listen({ port: 0, host: '127.0.0.1' });
      const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
      return {
        look: () => spots!.look(),
        /** What belongs to an episode, e.g. its chapters. */
        extra: (key: EpisodeKey, name: string, headers: Record<string, string> = {}) =>
          fetch(`${url}/episodes/${key}/${name}`, { headers: { 'user-agent': listenerAgent, ...headers } }),
        get: (key: EpisodeKey, headers: Record<string, string> = {}, method = 'GET') =>
          fetch(`${url}/episodes/${key}.mp3`, { method, headers: { 'user-agent': listenerAgent, ...headers } }),
        close: () => app.close(),
      };
    },
    close: async () => {
      await world.close();
      rmSync(folder, { recursive: true });
    },
  };
};
export type SpotsWorld = Awaited<ReturnType<typeof spotsWorld>>;

const writeTone = (path: string, hz: number, seconds: number, options: string[]): void => {
  const source = `sine=frequency=${hz}:duration=${seconds}:sample_rate=44100,volume=4`;
  const encoder = ['-ac', '2', '-c:a', 'libmp3lame', '-compression_level', '9', ...options, '-id3v2_version', '0'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...encoder, path]);
};

export const bytesOf = async (reply: Response): Promise<Buffer> => Buffer.from(await reply.arrayBuffer());

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What a file declares: its length in seconds, and its chapters in ms. */
export const probed = (path: string): { seconds: number; chapters: [number, number][] } => {
  const shown = ['-show_entries', 'format=duration', '-show_chapters', '-of', 'json', path];
  const { format, chapters } = JSON.parse(String(execFileSync('ffprobe', ['-v', 'error', ...shown]))) as {
    format: { duration: string };
    chapters: { start_time: string; end_time: string }[];
  };
  return {
    seconds: Number(format.duration),
    chapters: chapters.map((one) => [Number(one.start_time) * 1000, Number(one.end_time) * 1000]),
  };
};
