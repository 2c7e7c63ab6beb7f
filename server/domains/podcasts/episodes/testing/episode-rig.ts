import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { decode, makeAudio, makeTone, pitch } from '#server/engines/audio/testing/test-audio.ts';
import { napiImages } from '#server/engines/images/napi-images.ts';
import { testPortal } from '#server/testing/portal.ts';
import { workEpisodes } from '../episodes.work.ts';

/** A portal with a podcast and its owner; `work` also works the episode jobs. */
export const episodeRig = async (given: Parameters<typeof testPortal>[0] & { work?: boolean } = {}) => {
  const portal = await testPortal(given);
  const folder = mkdtempSync(join(tmpdir(), 'episodes-'));
  const account = await portal.make.account({ plan: 'premier' });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  const client = await portal.as(person);
  const podcast = await portal.make.podcast(account, { title: 'The Show' });
  const deps = { ...portal.kernel, audio: ffmpegAudio(), images: napiImages() };
  if (given.work) await workEpisodes(deps);
  const at = (name: string) => join(folder, name);

  const upload = (bytes: Buffer, name: string, episodeKey?: EpisodeKey) => {
    const payload = { fields: { name }, file: new Blob([new Uint8Array(bytes)]) };
    return episodeKey === undefined
      ? client.call(episodes.upload, { params: { podcastKey: podcast }, ...payload })
      : client.call(episodes.uploadFor, { params: { podcastKey: podcast, episodeKey }, ...payload });
  };
  /** Polls until the task has ended, as the web app does. */
  const ended = async (taskId: string) => {
    await portal.drain();
    await expect
      .poll(async () => (await client.ok(episodes.task, { params: { taskId } })).status, {
        timeout: 60_000,
        interval: 100,
      })
      .not.toBe('PROCESSING');
    return await client.ok(episodes.task, { params: { taskId } });
  };
  const row = (key: EpisodeKey) =>
    portal.kernel.db.selectFrom('episodes').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
  /** Local path of the delivered file. */
  const file = async (key: EpisodeKey) => await portal.kernel.storage.localPath((await row(key)).audio ?? '');
  return {
    portal,
    client,
    account,
    person,
    podcast,
    deps,
    at,
    upload,
    ended,
    row,
    file,
    get: (episodeKey: EpisodeKey, podcastKey: PodcastKey = podcast) =>
      client.ok(episodes.get, { params: { podcastKey, episodeKey } }),
    /** An audio file with a tone. */
    tone: (name: string, hz: number, seconds: number, extra: string[] = []): Buffer => {
      makeTone(at(name), { hz, seconds }, extra);
      return readFileSync(at(name));
    },
    /** A WAV file with consecutive tones of `seconds` each. */
    tones: (hz: number[], seconds: number): Buffer => {
      const inputs = hz.flatMap((one) => [
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=${one}:sample_rate=44100:duration=${seconds}`,
      ]);
      const filter = `concat=n=${hz.length}:v=0:a=1,volume=3,aformat=channel_layouts=stereo`;
      makeAudio([...inputs, '-filter_complex', filter, at('tones.wav')]);
      return readFileSync(at('tones.wav'));
    },
    /** Stops the next preparation of an upload at its start: it has come there when `reached` resolves, and continues after `release`. */
    holdNext: () => {
      const { survey } = deps.audio;
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      deps.audio.survey = async (...given) => {
        deps.audio.survey = survey;
        reached.resolve();
        await released.promise;
        return await survey(...given);
      };
      return { reached: reached.promise, release: () => released.resolve() };
    },
    /** Uploads and waits until the audio is ready. */
    add: async (bytes: Buffer, name: string, key?: EpisodeKey): Promise<EpisodeKey> => {
      const { json } = await upload(bytes, name, key);
      expect(await ended(json.task)).toMatchObject({ status: 'SUCCESS', progress: 100, error: null });
      return json.data.key;
    },
    /** The tone in each second of the delivered audio, Hz. */
    heard: async (key: EpisodeKey): Promise<number[]> => {
      const samples = decode(await file(key), 'mp3');
      return Array.from({ length: Math.round(samples.length / 44_100) }, (_none, second) => {
        const part = samples.subarray((second + 0.1) * 44_100, (second + 0.9) * 44_100);
        return Math.round(pitch(part) / 20) * 20;
      });
    },
    probe: (path: string) =>
      JSON.parse(
        execFileSync(
          'ffprobe',
          ['-v', 'error', '-show_format', '-show_streams', '-show_chapters', '-of', 'json', path],
          {
            encoding: 'utf8',
          },
        ),
      ) as {
        format: { tags?: Record<string, string> };
        streams: { codec_type: string; width?: number }[];
        chapters: { start_time: string; tags: { title: string } }[];
      },
    write: (name: string, bytes: Buffer | string): string => {
      writeFileSync(at(name), bytes);
      return at(name);
    },
    close: async () => {
      await portal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type EpisodeRig = Awaited<ReturnType<typeof episodeRig>>;
