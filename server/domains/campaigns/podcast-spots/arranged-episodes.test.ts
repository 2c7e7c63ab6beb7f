import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AccountKey, CampaignKey, PodcastKey } from '#contract/rules/keys.ts';
import { decode, longestGap, pitch } from '#server/engines/audio/testing/test-audio.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { creativesWithout, formatsFor } from '../creatives/creatives.repo.ts';
import { sweepPins } from './pins.repo.ts';
import {
  bytesOf,
  listenerAgent,
  probed,
  sha256,
  spotSeconds,
  spotsWorld,
  tones,
  type SpotsWorld,
} from './testing/spots-world.ts';

const seconds = 130;
const chapterS = 65;
const rate = 44_100;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let world: SpotsWorld;
let account: AccountKey;
let podcast: PodcastKey;
let campaign: CampaignKey;
let episode: Awaited<ReturnType<SpotsWorld['episode']>>;
let delivery: Awaited<ReturnType<SpotsWorld['delivery']>>;
beforeAll(async () => {
  world = await spotsWorld();
  account = await world.portal.make.account();
  podcast = await world.portal.make.podcast(account);
  campaign = await world.spotCampaign(account);
  episode = await world.episode(podcast, seconds, chapterS);
  delivery = await world.delivery();
});
afterAll(async () => {
  await delivery.close();
  await world.close();
});

const agent = (name: string) => ({ 'user-agent': `${listenerAgent} (${name})` });
const get = (name: string, headers: Record<string, string> = {}) =>
  delivery.get(episode.key, { ...agent(name), ...headers });
const tagOf = (reply: Response): string => reply.headers.get('etag') ?? '';

describe('an episode with spots', () => {
  it('plays a spot before it, at its chapter and at its end, and is as long as it says', async () => {
    const whole = await bytesOf(await get('sound'));
    const file = join(world.folder, 'stitched.mp3');
    writeFileSync(file, whole);
    const complaints = execFileSync('ffmpeg', ['-v', 'warning', '-i', file, '-f', 'null', '-'], { stdio: 'pipe' });
    expect(String(complaints)).toBe('');
    const samples = decode(file, 'mp3');
    const declared = probed(file);
    expect(Math.abs(declared.seconds - samples.length / rate)).toBeLessThan(0.05);
    expect(samples.length / rate).toBeCloseTo(seconds + 3 * spotSeconds, 0);
    // The encoder and the frames at both ends add less than a tenth of a second each.
    const spots = [0, spotSeconds + chapterS, 2 * spotSeconds + seconds];
    const toneAt = (from: number, to: number) => pitch(samples.subarray(from * rate, to * rate));
    const plays = [
      ...spots.map((from) => [from + 0.3, from + spotSeconds - 0.3, tones.spot] as const),
      [spotSeconds + 0.3, spots[1]! - 0.3, tones.episode] as const,
      [spots[1]! + spotSeconds + 0.3, spots[2]! - 0.3, tones.episode] as const,
    ];
    for (const [from, to, hz] of plays) expect(toneAt(from, to)).toBeCloseTo(hz, -1);
    expect(longestGap(samples, 0.1)).toBeLessThan(120);
    const spotMs = Math.round((Math.ceil((spotSeconds * rate) / 1152) * 1152 * 1000) / rate);
    const [one, two] = declared.chapters;
    expect(Math.abs(one![0] - spotMs)).toBeLessThan(60);
    expect(Math.abs(one![1] - (spotMs + chapterS * 1000))).toBeLessThan(60);
    expect(Math.abs(two![0] - (2 * spotMs + chapterS * 1000))).toBeLessThan(110);
    expect(Math.abs(two![1] - (2 * spotMs + seconds * 1000))).toBeLessThan(110);
  });

  it('sounds behind a spot as it would have without it, from the second frame on', async () => {
    const [plain, stitched] = [join(world.folder, 'alone.mp3'), join(world.folder, 'joined.mp3')];
    writeFileSync(plain, episode.bytes);
    writeFileSync(stitched, await bytesOf(await get('joined')));
    const [alone, joined] = [decode(plain, 'mp3'), decode(stitched, 'mp3')];
    const frame = Math.round((chapterS * rate) / 1152);
    const before = 2 * Math.ceil((spotSeconds * rate + 1105) / 1152);
    // The decoder leaves out the encoder's delay where the header declares it.
    const difference = (at: number) =>
      Math.abs(joined[(before + frame) * 1152 + at]! - alone[frame * 1152 + at - 1105]!);
    const differences = Array.from({ length: rate }, (_, i) => difference(1152 + 500 + i));
    expect(Math.max(...differences)).toBeLessThan(0.01);
  });

  it('is one file for its listener, whatever parts of it which process is asked for, and when it restarts', async () => {
    const whole = await bytesOf(await get('ranges'));
    const size = whole.length;
    expect(size).toBeGreaterThan(episode.bytes.length);
    const processes = [delivery, await world.delivery()];
    const random = seeded(2026);
    const received = Buffer.alloc(size);
    let from = 0;
    for (let i = 0; i < 200; i++) {
      if (i === 60 || i === 140) {
        await processes[1]!.close();
        processes[1] = await world.delivery();
      }
      const isNext = i % 2 === 0;
      const first = isNext ? from : Math.floor(random() * size);
      const last = Math.min(size - 1, first + Math.floor((random() * 2 * size) / 100) + 1);
      const range = `bytes=${first}-${last}`;
      const reply = await processes[Math.floor(random() * 2)]!.get(episode.key, { ...agent('ranges'), range });
      expect(reply.status).toBe(206);
      expect(reply.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
      const part = await bytesOf(reply);
      expect(part.equals(whole.subarray(first, last + 1))).toBe(true);
      part.copy(received, first);
      if (isNext) from = Math.min(last + 1, size - 1);
    }
    if (from < size - 1) (await bytesOf(await get('ranges', { range: `bytes=${from}-` }))).copy(received, from);
    expect(sha256(received)).toBe(sha256(whole));
    expect((await get('ranges', { range: `bytes=${size}-` })).headers.get('content-range')).toBe(`bytes */${size}`);
    const head = await delivery.get(episode.key, agent('ranges'), 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(size));
    await processes[1]!.close();
  });

  it('is resumed as it began, also by another device and after the promise has gone', async () => {
    const reply = await get('resume');
    const [tag, whole] = [tagOf(reply), await bytesOf(reply)];
    expect(tag).not.toBe(`"${episode.hash}"`);
    await world.db.deleteFrom('ad_pins').execute();
    for (const name of ['resume', 'another']) {
      const rest = await get(name, { range: 'bytes=500000-', 'if-range': tag });
      expect([rest.status, tagOf(rest)]).toEqual([206, tag]);
      expect((await bytesOf(rest)).equals(whole.subarray(500_000))).toBe(true);
    }
    expect((await get('resume', { 'if-none-match': tag })).status).toBe(304);
    const plain = await get('resume', { range: 'bytes=500000-', 'if-range': `"${episode.hash}"` });
    expect((await bytesOf(plain)).equals(episode.bytes.subarray(500_000))).toBe(true);
  });

  it('has chapters and a transcript with the times of the audio that the listener gets', async () => {
    const transcript = `WEBVTT\n\n00:01.000 --> 01:04.900\nOne.\n\n01:05.000 --> 02:09.000\nTwo.\n`;
    await world.portal.kernel.storage.put('times.vtt', Buffer.from(transcript), 'text/vtt');
    const row = { transcript: 'times.vtt', transcript_type: 'text/vtt' } as const;
    await world.db.updateTable('episodes').set(row).where('key', '=', episode.key).execute();
    const extra = (name: string, file: string) => delivery.extra(episode.key, file, agent(name));
    const chapters = async (name: string, query = '') => {
      const { chapters: all } = (await (await extra(name, `chapters.json${query}`)).json()) as {
        chapters: { startTime: number; endTime: number }[];
      };
      return all.map(({ startTime, endTime }) => [startTime, endTime]);
    };
    const plain = [
      [0, chapterS],
      [chapterS, seconds],
    ];
    expect(await chapters('times')).toEqual(plain);
    const audio = await get('times');
    await audio.arrayBuffer();
    expect(audio.headers.get('access-control-expose-headers')).toContain('x-arrangement');
    const { duration_us } = await world.db.selectFrom('ad_renditions').selectAll().executeTakeFirstOrThrow();
    const spot = Number(duration_us) / 1e6;
    const moved = await chapters('times');
    const expected = [spot, chapterS + spot, chapterS + 2 * spot, seconds + 2 * spot];
    moved.flat().forEach((at, i) => expect(at).toBeCloseTo(expected[i]!, 2));
    expect(await chapters('someone')).toEqual(plain);
    const arrangement = audio.headers.get('x-arrangement') ?? '';
    expect(await chapters('someone', `?arrangement=${arrangement}`)).toEqual(moved);
    for (const query of ['?arrangement=x&arrangement=y', '?arrangement=%00', `?arrangement=${'0'.repeat(32)}`])
      expect(await chapters('someone', query)).toEqual(plain);
    const cues = await extra('times', 'transcript.vtt');
    expect(cues.headers.get('cache-control')).toBe('private, no-cache');
    const clock = (at: number): string => new Date(Math.round(at * 1000)).toISOString().slice(14, 23);
    expect((await cues.text()).match(/^\d.*$/gm)).toEqual([
      `${clock(1 + spot)} --> ${clock(64.9 + spot)}`,
      `${clock(65 + 2 * spot)} --> ${clock(129 + 2 * spot)}`,
    ]);
    expect(await (await extra('someone', 'transcript.vtt')).text()).toBe(transcript);
  });

  it('is chosen and promised to a new listener in one statement, which their first byte waits for', async () => {
    const statements: string[] = [];
    const counted = world.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind === 'RawNode' ? node.sqlFragments.join(' ') : JSON.stringify(node));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const other = await world.delivery(counted);
    await bytesOf(await other.get(episode.key, agent('takes impressions')));
    statements.length = 0;
    await bytesOf(await other.get(episode.key, agent('one statement')));
    const isPlan = (text: string): boolean => text.includes('ad_plan_changes');
    const tables = /ad_(pins|leases|arrangements)|episode|podcast_listens/;
    expect(statements.filter((text) => tables.test(text) && !isPlan(text))).toHaveLength(1);
    await other.close();
  });

  it('is forgotten after seven days, and with its audio', async () => {
    const tag = tagOf(await get('forgotten'));
    await sweepPins(world.db, new Date(world.clock.now().getTime() + 60_000));
    expect(await world.db.selectFrom('ad_arrangements').select('id').execute()).toEqual([]);
    const reply = await get('forgotten', { range: 'bytes=500000-', 'if-range': tag });
    expect([reply.status, tagOf(reply)]).toEqual([200, `"${episode.hash}"`]);
    expect((await bytesOf(reply)).length).toBe(episode.bytes.length);
  });
});

it('asks for spots in the format of the episode', async () => {
  const { creative_id: id } = await world.db
    .selectFrom('campaign_attempts')
    .select('creative_id')
    .where('campaign_key', '=', campaign)
    .executeTakeFirstOrThrow();
  const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 };
  expect(await formatsFor(world.db, { id: id!, account_key: account })).toEqual([format]);
  await world.db.updateTable('episode_indexes').set({ sample_rate: 48_000, channels: 1 }).execute();
  expect(await creativesWithout(world.db, new Date())).toContain(id);
  await world.db.updateTable('episode_indexes').set({ sample_rate: 44_100, channels: 2 }).execute();
  expect(await creativesWithout(world.db, new Date())).not.toContain(id);
});

describe('the file alone goes', () => {
  const isPlain = async (reply: Response) => {
    expect([tagOf(reply), reply.headers.get('content-length')]).toEqual([
      `"${episode.hash}"`,
      String(episode.bytes.length),
    ]);
    await reply.arrayBuffer();
  };

  it.each([
    ['a directory', { 'user-agent': 'Spotify/1.0' }],
    ['a validator', { 'user-agent': 'W3C_Validator/1.3' }],
    ['a watch', { 'user-agent': 'Podcasts/1550.1 watchOS/8.5 model/Watch6,2' }],
    ['no user agent', { 'user-agent': '' }],
    ['a browser that only prepares', { ...agent('prefetch'), 'sec-purpose': 'prefetch' }],
  ])('to %s', async (_who, headers) => isPlain(await delivery.get(episode.key, headers)));

  it('for a request of the headers only, before anything was promised', async () => {
    await isPlain(await delivery.get(episode.key, agent('head'), 'HEAD'));
    expect(await world.db.selectFrom('ad_pins').select('listener').execute()).toHaveLength(0);
  });

  it('to a listener who goes on in it', async () => {
    const reply = await get('goes on', { range: 'bytes=1000-1999' });
    expect((await bytesOf(reply)).equals(episode.bytes.subarray(1000, 2000))).toBe(true);
  });

  it('while the database is away', async () => {
    let isAway = false;
    const away = new Proxy(world.db, {
      get(target, name) {
        if (isAway) throw new Error('The database is away.');
        const found: unknown = Reflect.get(target, name);
        return typeof found === 'function' ? (found.bind(target) as unknown) : found;
      },
    }) as Db;
    const other = await world.delivery(away);
    const begun = await bytesOf(await other.get(episode.key, agent('begun')));
    isAway = true;
    await isPlain(await other.get(episode.key, agent('away')));
    // A listener who began before keeps their file.
    const rest = await other.get(episode.key, { ...agent('begun'), range: 'bytes=300000-' });
    expect((await bytesOf(rest)).equals(begun.subarray(300_000))).toBe(true);
    await other.close();
  });

  it('to everyone where no campaign may play', async () => {
    const other = await world.portal.make.podcast(await world.portal.make.account());
    const theirs = await world.episode(other, 20);
    const reply = await delivery.get(theirs.key, agent('other'));
    expect(tagOf(reply)).toBe(`"${theirs.hash}"`);
    await world.db.updateTable('campaigns').set({ enabled: false }).where('key', '=', campaign).execute();
    const fresh = await world.delivery();
    await isPlain(await fresh.get(episode.key, agent('nobody')));
    await fresh.close();
  });
});

/** Numbers from 0 to 1, the same in every run. */
const seeded = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
