import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import type { WorkOptions } from '#server/kernel/kernel.ts';
import { adPlanChanged } from '../campaigns.events.ts';
import { workPodcastSpots } from './podcast-spots.work.ts';
import { spotsWorld, type SpotsWorld } from './testing/spots-world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Handle = (data: Record<string, unknown>) => Promise<void>;

let world: SpotsWorld;
const works = new Map<string, { handle: Handle; givenUp: WorkOptions['givenUp'] }>();
const sent: { name: string; data: Record<string, unknown>; singletonKey: string | undefined }[] = [];
beforeAll(async () => {
  world = await spotsWorld();
  await workPodcastSpots({
    ...world.deps,
    jobs: {
      send: async (name, data, options) => void sent.push({ name, data, singletonKey: options?.singletonKey }),
      work: async (name, { givenUp }, handle) => void works.set(name, { handle, givenUp }),
      every: async () => undefined,
    },
  });
});
afterAll(() => world.close());

const queued = async () => {
  sent.length = 0;
  await works.get('campaigns.indexEpisodes')!.handle({});
  return sent.map(({ name, data, singletonKey }) => {
    expect([name, singletonKey]).toEqual([
      'campaigns.indexEpisode',
      `${String(data['episode'])} ${String(data['audio'])}`,
    ]);
    return data;
  });
};
const index = () => works.get('campaigns.indexEpisode')!;
const indexOf = async (key: EpisodeKey) =>
  await world.db
    .selectFrom('episode_indexes')
    .select(['audio_hash', 'sample_rate'])
    .where('episode_key', '=', key)
    .executeTakeFirst();

it('gives each episode a job of its own, so that one which kills its process holds no other up', async () => {
  const account = await world.portal.make.account();
  const podcast = await world.portal.make.podcast(account);
  await world.spotCampaign(account);
  const [first, second] = [await world.episode(podcast, 3), await world.episode(podcast, 3)];
  const broken = await world.portal.make.episode(podcast, { published: new Date('2026-02-02') });
  const audio = { audio: 'episodes/audio/none.mp3', audio_size: 5, audio_hash: 'hash' };
  await world.db.updateTable('episodes').set(audio).where('key', '=', broken).execute();
  await world.db.deleteFrom('episode_indexes').execute();
  await world.portal.drain();
  let plans = 0;
  world.portal.kernel.events.on(adPlanChanged, async () => void plans++);

  const jobs = await queued();
  expect(jobs[0]).toEqual({ episode: broken, audio: 'hash' });
  expect(jobs.slice(1)).toEqual(
    expect.arrayContaining([first, second].map(({ key, hash }) => ({ episode: key, audio: hash }))),
  );
  await expect(index().handle(jobs[0]!)).rejects.toThrow();
  for (const data of jobs.slice(1)) await index().handle(data);
  expect(await indexOf(first.key)).toEqual({ audio_hash: first.hash, sample_rate: 44_100 });
  expect(await indexOf(second.key)).toEqual({ audio_hash: second.hash, sample_rate: 44_100 });
  await world.portal.drain();
  // Only the first one asks for spots in the format of both.
  expect(plans).toBe(1);

  expect(await queued()).toEqual([jobs[0]]);
  const { givenUp } = index();
  if (givenUp !== 'listed') await givenUp(jobs[0]!);
  expect(await indexOf(broken)).toEqual({ audio_hash: 'hash', sample_rate: null });
  expect(await queued()).toEqual([]);
});
