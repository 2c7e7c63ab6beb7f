import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { podcastImport, type ImportTask } from '#contract/api/podcast-import.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { makeTone } from '#server/engines/audio/testing/test-audio.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal } from '#server/testing/portal.ts';
import { workEpisodes } from '../../episodes/episodes.work.ts';
import { workImports } from '../podcast-import.work.ts';
import { fakePodcastHost } from './fake-podcast-host.ts';

/** A portal whose guarded client may reach loopback, a fake podcast host there, and generators of audio and images. */
export const importRig = async (given: Parameters<typeof testPortal>[0] = {}) => {
  const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  const [portal, host] = [await testPortal({ outbound, ...given }), await fakePodcastHost()];
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  const deps = { ...portal.kernel, audio: ffmpegAudio(), images: napiImages() };
  const newOwner = async (plan: PlanId = 'premier') => {
    const person = await portal.make.person();
    const account = await portal.make.account({ plan });
    await portal.make.accountMember(account, person, 'owner');
    return owned(portal, account, person, await portal.as(person));
  };
  return {
    portal,
    host,
    deps,
    newOwner,
    /** Works the jobs of imports and of episode audio. */
    work: async () => {
      await workImports(deps);
      await workEpisodes(deps);
    },
    sound: (name: string, hz: number, seconds = 2, extra: string[] = []): Buffer => {
      makeTone(join(folder, name), { hz, seconds }, extra);
      return readFileSync(join(folder, name));
    },
    picture: (size: string, colour = 'teal'): Buffer => {
      const path = join(folder, `${size}-${colour}.jpg`);
      const source = ['-f', 'lavfi', '-i', `color=${colour}:size=${size}`, '-frames:v', '1'];
      execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...source, path]);
      return readFileSync(path);
    },
    close: async () => {
      host.close();
      await portal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type ImportRig = Awaited<ReturnType<typeof importRig>>;

const owned = (
  portal: Awaited<ReturnType<typeof testPortal>>,
  account: AccountKey,
  person: { id: string; email: string },
  client: TestClient,
) => {
  const task = (id: string) => client.ok(podcastImport.task, { params: { id } });
  return {
    ...client,
    account,
    person,
    start: (feed_url: string, also: { id?: PodcastKey | 'new'; code?: string } = {}) =>
      client.call(podcastImport.start, {
        params: { id: also.id ?? 'new' },
        query: { accountKey: account },
        body: { feed_url, ...(also.code === undefined ? {} : { code: also.code }) },
      }),
    task,
    ended: async (id: string): Promise<ImportTask> => {
      await portal.drain();
      await expect.poll(async () => (await task(id)).status, { timeout: 90_000, interval: 200 }).not.toBe('PROCESSING');
      return await task(id);
    },
    items: async (id: string) =>
      (await client.ok(podcastImport.episodes, { params: { id }, query: { limit: 1000 } })).entities,
    episodesOf: async (podcastKey: PodcastKey) =>
      (await client.ok(episodes.list, { params: { podcastKey }, query: { limit: 1000, order: 'title' } })).entities,
  };
};
