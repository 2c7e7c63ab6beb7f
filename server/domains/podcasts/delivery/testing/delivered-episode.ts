import { createHash, randomBytes } from 'node:crypto';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { TestPortal } from '#server/testing/portal.ts';

/* Episodes with audio as their preparation leaves it: a tag, then bytes at 128 kbit/s. */

export const bytesPerMinute = 960_000;
export const tagBytes = 20_010;

/** The bytes of an episode: a tag of 20 kB, then audio of `minutes`. */
export const episodeBytes = (minutes: number): Buffer => {
  const tag = Buffer.alloc(tagBytes);
  tag.write('ID3\x04', 'latin1');
  const length = tagBytes - 10;
  [21, 14, 7, 0].forEach((shift, i) => (tag[6 + i] = (length >> shift) & 0x7f));
  return Buffer.concat([tag, randomBytes(Math.round(minutes * bytesPerMinute))]);
};

/** A published episode with random audio bytes. */
export const deliveredEpisode = async (
  { make, kernel }: TestPortal,
  podcast: PodcastKey,
  minutes: number,
  given: { published?: Date; title?: string } = {},
): Promise<{ key: EpisodeKey; bytes: Buffer; hash: string }> => {
  const key = await make.episode(podcast, { published: new Date('2026-01-01'), ...given });
  const bytes = episodeBytes(minutes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const audio = `episodes/${key}/${hash.slice(0, 12)}`;
  await kernel.storage.put(audio, bytes, 'audio/mpeg');
  await kernel.db
    .updateTable('episodes')
    .set({ audio, audio_size: bytes.length, audio_ms: minutes * 60_000, audio_hash: hash, upload_status: 'ready' })
    .where('key', '=', key)
    .execute();
  return { key, bytes, hash };
};
