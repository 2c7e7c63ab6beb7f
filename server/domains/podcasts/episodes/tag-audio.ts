import type { EpisodeKey } from '#contract/rules/keys.ts';
import { refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import { tagsHash, tagsOf, withCover } from './episode-tags.ts';
import { episodeChanged } from './episodes.events.ts';
import { findEpisode, findPodcastTags, lockEpisode, updateEpisode } from './episodes.repo.ts';
import { registerFile, removeFilesSoon, removeFilesTomorrow, claimFiles } from './orphaned-files.ts';
import { newAudioKey, type PrepareDeps } from './prepare-audio.ts';

/**
 * Updates the tags of an episode's file if its details changed; the audio frames are not touched. Idempotent. Changes
 * to the podcast don't trigger it: a new logo would rewrite every file.
 */
export const tagAudio = async (deps: PrepareDeps, key: EpisodeKey): Promise<void> =>
  await runExclusive(deps, `tags ${key}`, async () => {
    while (await tagOnce(deps, key));
  });

/** Returns true after a write, as the episode may have changed again in the meantime. */
const tagOnce = async (deps: PrepareDeps, key: EpisodeKey): Promise<boolean> => {
  const row = await findEpisode(deps.db, key);
  const podcast = row && (await findPodcastTags(deps.db, row.podcast_key));
  if (!row || !podcast || row.audio === null) return false;
  const tags = tagsOf(row, podcast, row.audio_ms);
  const audio_tags = tagsHash(tags);
  if (audio_tags === row.audio_tags) return false;
  const [audio, old] = [newAudioKey(), row.audio];
  await registerFile(deps.db, audio, deps.clock.now());
  const from = await deps.storage.localPath(old);
  const { size, sha256 } = await withWorkFile(deps, async (out) => {
    const written = await deps.audio.tagEpisode(from, await withCover(deps, tags), out).catch(refuseIfDiskFull);
    await deps.storage.putFile(audio, out, 'audio/mpeg').catch(refuseIfDiskFull);
    return written;
  });
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    if ((await lockEpisode(tx, key))?.audio !== old) return await removeFilesSoon(tx, [audio], now);
    await claimFiles(tx, [audio]);
    await removeFilesTomorrow(tx, [old], now);
    await updateEpisode(tx, key, { audio, audio_size: size, audio_hash: sha256, audio_tags });
    await deps.events.emit(tx, episodeChanged, { key, podcast: row.podcast_key });
  });
  return true;
};
