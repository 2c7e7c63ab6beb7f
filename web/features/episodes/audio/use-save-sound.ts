import { useState } from 'react';
import type { Episode } from '#contract/episode.ts';
import { episodes } from '#contract/episodes.ts';
import { limits } from '#contract/limits.ts';
import { announceFailure, announceSuccess, announceWarning } from '#web/lib/announce.tsx';
import { failureOf } from '#web/lib/error-of.ts';
import { call } from '#web/lib/call.ts';
import { useRefreshEpisodes } from '../queries.ts';
import { areSameChapters, chaptersOf, isCutAnew, type Sketch } from './sketch.ts';

/** How far the new audio is, 0–100; undefined while nothing is being made. */
type Saving = { progress: number | undefined } | undefined;

/**
 * Keeps a sketch: its chapters as they are in what is delivered now, then the new audio, which takes its time and moves
 * them; what was cut out of sight before and begins a chapter now is put right in the end.
 */
export const useSaveSound = (episode: Episode, onSaved: (sketch: Sketch) => void) => {
  const { podcast: podcastKey, key: episodeKey } = episode;
  const refresh = useRefreshEpisodes(podcastKey);
  const [saving, setSaving] = useState<Saving>();
  const params = { podcastKey, episodeKey };
  const name = (chapters: Episode['chapters']) => call(episodes.update, { params, body: { chapters } });
  const make = async (sketch: Sketch): Promise<void> => {
    const { task } = await call(episodes.edit, { params, body: { cuts: sketch.cuts, level: sketch.level } });
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
      let there = (await call(episodes.get, { params })).chapters;
      const first = chaptersOf(now, before.cuts);
      if (!areSameChapters(there, first)) there = (await name(first)).chapters;
      if (isCutAnew(before, now)) {
        await make(now);
        there = (await call(episodes.get, { params })).chapters;
        const last = chaptersOf(now, now.cuts);
        if (!areSameChapters(there, last)) await name(last);
      }
      onSaved(now);
      announceSuccess('The audio was saved.');
    } catch (thrown) {
      if (thrown instanceof TaskFailure) announceWarning('The audio could not be prepared', thrown.message);
      else announceFailure(failureOf('episode.updateFailed', thrown));
    } finally {
      setSaving(undefined);
      void refresh();
    }
  };
  return { saving, save };
};

class TaskFailure extends Error {}
