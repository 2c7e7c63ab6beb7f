import { useEffect, useEffectEvent } from 'react';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { useRefreshEpisodes } from './queries.ts';
import { onEpisodeUpload, uploadEpisode } from './shared/upload-episode.ts';

type AddEpisodesProps = { podcastKey: PodcastKey; isCompact: boolean };

/** Creates drafts from files dropped anywhere on the page; they appear in the list. */
export const AddEpisodes = ({ podcastKey, isCompact }: AddEpisodesProps) => {
  const refresh = useRefreshEpisodes(podcastKey);
  const onUploadChange = useEffectEvent((key: PodcastKey) => {
    if (key === podcastKey) void refresh();
  });
  useEffect(() => onEpisodeUpload((key) => onUploadChange(key)), []);
  return (
    <FileDrop
      title="Drop episodes anywhere on this page"
      hint="Each file becomes a draft: MP3, FLAC, WAV, M4A or OGG, up to 1 GB"
      isCompact={isCompact}
      wholePage
      onFiles={(files) => uploadEpisode(podcastKey, undefined, files)}
    />
  );
};
