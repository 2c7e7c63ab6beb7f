import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';

import { promptFile, touchStation } from '#server/domains/playout/playout.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import { audioFiles, displayName, refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import type { Person, UploadedFile } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { findPrompt } from './line.repo.ts';
import { lockLine } from './numbers.repo.ts';
import { removePromptFiles, type FormerPrompt } from './telephony.events.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'config' | 'events' | 'jobs' | 'storage' | 'tokens'>;
type Who = Pick<Person, 'id'> | undefined;

/** Longer than it takes to store the files of a prompt and its row. */
const unusedAfterS = 3600;

/** The files of a prompt: what the engine plays, and what browsers hear. */
export const promptFiles = (station: StationKey, revision: number): { line: string; mp3: string } => ({
  line: promptFile(station, revision, 'ul'),
  mp3: promptFile(station, revision, 'mp3'),
});

/**
 * Makes an audio file the prompt of a station: rendered before it returns, at most 60 s of it, and heard from the next call on.
 * Refuses what is no audio with `media.notAudio` or `media.empty`.
 */
export const setPrompt = async (
  deps: Deps & { audio: AudioEngine },
  station: StationKey,
  file: UploadedFile,
  who: Who,
): Promise<{ stationId: StationKey; ms: number; cut: boolean; location: string }> => {
  const { audio, storage, db } = deps;
  if (!(await audio.available())) refuse('media.encoderMissing');
  const kind = await audio.identify(file.path);
  return await withWorkFile(deps, async (line) =>
    withWorkFile(deps, async (mp3) => {
      const rendered = await audio
        .renderPrompt({ path: file.path, kind, maxSeconds: limits.promptMaxS }, { line, mp3 })
        .catch(refuseIfDiskFull);
      const identity = await identityOf(line);
      const revision = await nextRevision(db);
      const files = promptFiles(station, revision);
      const written: FormerPrompt = { station, revision };
      // Removes the files if this process is killed between storing them and saving their row.
      await deps.jobs.send(removePromptFiles, written, { startAfterS: unusedAfterS });
      try {
        await storage.putFile(files.line, line, 'audio/basic').catch(refuseIfDiskFull);
        await storage.putFile(files.mp3, mp3, audioFiles.mp3.type).catch(refuseIfDiskFull);
        await db.transaction().execute(async (tx) => {
          await replace(tx, deps, station);
          const row = {
            ...rendered,
            ...identity,
            revision,
            name: displayName(file.filename),
            uploaded: deps.clock.now(),
          };
          await tx
            .insertInto('welcome_prompts')
            .values({ ...row, station_key: station, uploaded_by: who?.id ?? null })
            .execute();
        });
      } catch (error) {
        for (const stored of Object.values(files)) await storage.remove(stored);
        throw error;
      }
      return { stationId: station, ...rendered, location: await locationOf(deps, station, revision, who) };
    }),
  );
};

/** By what a process elsewhere checks the file that it fetched; it has 480 kB at most. */
const identityOf = async (path: string): Promise<{ bytes: number; sha256: string }> => {
  const sound = await readFile(path);
  return { bytes: sound.length, sha256: createHash('sha256').update(sound).digest('hex') };
};

/** Where the audio of a station's prompt can be heard for six hours; refuses with `prompt.notFound`. */
export const promptLocation = async (deps: Deps, station: StationKey, who: Who): Promise<string> => {
  const prompt = (await findPrompt(deps.db, station)) ?? refuse('prompt.notFound');
  return await locationOf(deps, station, prompt.revision, who);
};

/** Callers hear the station at once from now on; refuses with `prompt.notFound`. */
export const removePrompt = async (deps: Deps, station: StationKey): Promise<undefined> => {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await replace(tx, deps, station))) refuse('prompt.notFound');
  });
};

/** The MP3 of a prompt that is in use; refuses with `prompt.notFound`. */
export const promptAudio = async (db: Kernel['db'], station: StationKey, revision: number): Promise<string> => {
  const prompt = await findPrompt(db, station);
  return prompt?.revision === revision ? promptFiles(station, revision).mp3 : refuse('prompt.notFound');
};

/** Removes the prompt, and its files once the engine no longer plays them; false if there is none. */
const replace = async (tx: Tx, { jobs }: Deps, station: StationKey): Promise<boolean> => {
  if (!(await lockLine(tx, station))) refuse('station.notFound');
  await touchStation(tx, station);
  const before = await tx
    .deleteFrom('welcome_prompts')
    .where('station_key', '=', station)
    .returning('revision')
    .executeTakeFirst();
  if (!before) return false;
  await jobs.send(removePromptFiles, { station, revision: before.revision } satisfies FormerPrompt, { tx });
  return true;
};

/** Unique in this installation, so that no file name is ever used again. */
const nextRevision = async (db: Kernel['db']): Promise<number> => {
  const { rows } = await sql<{ revision: number }>`
    select nextval('welcome_prompt_revisions')::int as revision`.execute(db);
  return rows[0]!.revision;
};

const locationOf = async ({ tokens }: Deps, station: StationKey, revision: number, who: Who): Promise<string> =>
  `/calls/prompts/${String(revision)}?token=${await tokens.sign('ctl.prompt', station, who?.id ?? null)}`;
