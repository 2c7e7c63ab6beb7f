import { readFile } from 'node:fs/promises';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { episodeChanged } from './episodes.events.ts';
import { findEpisode, lockEpisode, updateEpisode } from './episodes.repo.ts';
import { registerFile, removeFilesSoon, claimFiles } from './orphaned-files.ts';
import { readTranscript, type Cue } from './read-transcript.ts';

type Deps = Pick<Kernel, 'db' | 'storage' | 'events' | 'clock'>;

/** Replaces the transcript, stored as UTF-8 with LF line ends; refuses with `episode.transcriptInvalid`. */
export const setTranscript = async (deps: Deps, key: EpisodeKey, path: string): Promise<void> => {
  const { type, text } = readTranscript(await readFile(path));
  const file = `episodes/transcripts/${randomLetters(22)}.${type === 'text/vtt' ? 'vtt' : 'srt'}`;
  await registerFile(deps.db, file, deps.clock.now());
  await deps.storage.put(file, Buffer.from(text), type);
  await replace(deps, key, { transcript: file, transcript_type: type });
};

/** The cues of an episode's transcript; empty without one. */
export const cuesOf = async ({ db, storage }: Pick<Deps, 'db' | 'storage'>, key: EpisodeKey): Promise<Cue[]> => {
  const { transcript } = (await findEpisode(db, key)) ?? refuse('episode.notFound');
  if (transcript === null) return [];
  return readTranscript(Buffer.concat(await (await storage.read(transcript)).toArray())).cues;
};

/** Removes an episode's transcript, if it has one. */
export const removeTranscript = async (deps: Deps, key: EpisodeKey): Promise<void> =>
  await replace(deps, key, { transcript: null, transcript_type: null });

const replace = async (
  deps: Deps,
  key: EpisodeKey,
  values: { transcript: string | null; transcript_type: 'text/vtt' | 'application/x-subrip' | null },
): Promise<void> =>
  await deps.db.transaction().execute(async (tx) => {
    const row = (await lockEpisode(tx, key)) ?? refuse('episode.notFound');
    if (values.transcript !== null) await claimFiles(tx, [values.transcript]);
    await removeFilesSoon(tx, [row.transcript], deps.clock.now());
    await updateEpisode(tx, key, values);
    await deps.events.emit(tx, episodeChanged, { key, podcast: row.podcast_key });
  });
