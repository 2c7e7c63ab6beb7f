import { useState } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { episodes } from '#contract/api/episodes.ts';
import { limits } from '#contract/rules/limits.ts';
import { toastFailure, toastSuccess, toastWarning } from '#web/lib/toasts.tsx';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import { useRefreshEpisodes } from '../queries.ts';
import { areSameChapters, chaptersOf, needsNewAudio, type Sketch } from './sketch.ts';

/** Progress of the new audio, 0–100; undefined while none is being prepared. */
type Saving = { progress: number | undefined } | undefined;

/**
 * Saves a sketch: first its chapters at their positions in the current audio, then the new audio, whose processing moves
 * them; finally corrects chapters that started within a former cut.
 */
export const useSaveAudio = (episode: Episode, onSaved: (sketch: Sketch) => void) => {
  const { podcast: podcastKey, key: episodeKey } = episode;
  const refresh = useRefreshEpisodes(podcastKey);
  const [saving, setSaving] = useState<Saving>();
  const params = { podcastKey, episodeKey };
  const saveChapters = (chapters: Episode['chapters']) =>
    call(episodes.update, { params, body: { chapters } }, { isPart: true });
  const prepareAudio = async (sketch: Sketch): Promise<void> => {
    const body = { cuts: sketch.cuts, level: sketch.level };
    const { task } = await call(episodes.edit, { params, body }, { isPart: true });
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, limits.uploadPollMs));
      const now = await call(episodes.task, { params: { taskId: task } });
      setSaving({ progress: Math.round(now.progress) });
      if (now.status === 'SUCCESS') return;
      if (now.status === 'ERROR') throw new TaskFailure(now.error?.message ?? '');
    }
  };
  const save = async (before: Sketch, now: Sketch): Promise<void> => {
    setSaving({ progress: undefined });
    try {
      let current = (await call(episodes.get, { params })).chapters;
      const first = chaptersOf(now, before.cuts);
      if (!areSameChapters(current, first)) current = (await saveChapters(first)).chapters;
      if (needsNewAudio(before, now)) {
        await prepareAudio(now);
        current = (await call(episodes.get, { params })).chapters;
        const last = chaptersOf(now, now.cuts);
        if (!areSameChapters(current, last)) await saveChapters(last);
      }
      onSaved(now);
      toastSuccess('Audio saved.');
    } catch (cause) {
      if (cause instanceof TaskFailure) toastWarning('The audio could not be prepared', cause.message);
      else toastFailure(failureOf('episode.updateFailed', cause));
    } finally {
      setSaving(undefined);
      void refresh();
    }
  };
  return { saving, save };
};

class TaskFailure extends Error {}
