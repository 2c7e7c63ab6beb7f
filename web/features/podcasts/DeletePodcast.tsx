import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { successes } from '#contract/texts/successes.ts';
import type { Podcast } from '#contract/api/podcast.ts';
import { wording } from '#brand/wording.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { forgetPodcast, useRemovePodcast } from '#web/parts/podcast-queries.ts';
import { podcastsPath, usePodcastScope } from '#web/parts/podcast-scope.ts';

/** Deletes the podcast permanently after its title was typed. */
export const DeletePodcast = ({ podcast: { key, title, episodes } }: { podcast: Podcast }) => {
  const remove = useRemovePodcast(key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const scope = usePodcastScope();
  const [isConfirming, setConfirming] = useState(false);
  const leave = async (): Promise<void> => {
    setConfirming(false);
    toastSuccess(successes.podcastDeleted);
    await navigate({ to: podcastsPath(scope) as '/' });
    forgetPodcast(queries, key);
  };
  return (
    <>
      <Button color="red" variant="light" onClick={() => setConfirming(true)}>
        {`Delete ${wording.podcast}`}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={`Delete ${title}?`}
        confirm="Delete"
        typed={title}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={() => setConfirming(false)}
      >
        This permanently deletes the feed, the page and {count(episodes, 'episode')} with all their files. If you are
        moving to another host, set the new feed URL under “RSS” instead.
      </ConfirmDialog>
    </>
  );
};
