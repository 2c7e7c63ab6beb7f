import { withWorkFile } from '#server/platform/work-files.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { episodeChanged } from '../episodes/episodes.events.ts';
import { updateEpisode, type EpisodeRow } from '../episodes/episodes.repo.ts';
import { setTranscript } from '../episodes/transcript.ts';
import { removeArt, storeArt } from '../podcasts.service.ts';
import { fetchFile } from './fetch-file.ts';
import { fetchLogo } from './fetch-logo.ts';
import type { FeedEpisode } from './read/read-item.ts';

export type ExtrasDeps = Pick<Kernel, 'db' | 'config' | 'clock' | 'events' | 'storage' | 'outbound' | 'log'> & {
  images: ImageEngine;
};

type Episode = Pick<EpisodeRow, 'key' | 'image' | 'transcript' | 'podcast_key'>;
type Note = (text: string) => void;

/** Fetches an episode's image and transcript if it has none yet; problems are reported to `note`. */
export const addExtras = async (deps: ExtrasDeps, item: FeedEpisode, episode: Episode, note: Note): Promise<void> => {
  if (item.art !== '' && episode.image === null) await addArt(deps, item.art, episode, note);
  if (item.transcript !== '' && episode.transcript === null) await addTranscript(deps, item.transcript, episode, note);
};

const addArt = async (deps: ExtrasDeps, url: string, { key, podcast_key }: Episode, note: Note): Promise<void> => {
  const name = await withWorkFile(deps, async (path) => {
    const logo = await fetchLogo(deps, url, path, note);
    return logo === undefined ? undefined : await storeArt(deps, logo);
  });
  if (name === undefined) return;
  const isSaved = await deps.db.transaction().execute(async (tx) => {
    if (!(await updateEpisode(tx, key, { image: name }))) return false;
    await deps.events.emit(tx, episodeChanged, { key, podcast: podcast_key });
    return true;
  });
  if (!isSaved) await removeArt(deps, name);
};

const transcriptBounds = { maxBytes: 5 * 1024 ** 2, timeoutMs: 30_000, accept: 'text/vtt, application/x-subrip' };

const addTranscript = async (deps: ExtrasDeps, url: string, { key }: Episode, note: Note): Promise<void> => {
  try {
    await withWorkFile(deps, async (path) => {
      await fetchFile(deps, url, path, transcriptBounds);
      await setTranscript(deps, key, path);
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(`The transcript was left out: ${String(error.details['reason'] ?? 'it could not be read')}.`);
  }
};
