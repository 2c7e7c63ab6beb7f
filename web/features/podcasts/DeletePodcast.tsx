import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { successes } from '#contract/successes.ts';
import type { Podcast } from '#contract/podcast.ts';
import { wording } from '#brand/wording.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { count } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { forgetPodcast, useRemovePodcast } from '#web/parts/podcast-queries.ts';
import { podcastsPath, usePodcastScope } from '#web/parts/podcast-place.ts';

/** Deletes the podcast after its title was typed; there is no way back. */
export const DeletePodcast = ({ podcast: { key, title, episodes } }: { podcast: Podcast }) => {
  const remove = useRemovePodcast(key);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const scope = usePodcastScope();
  const [isAsked, setAsked] = useState(false);
  const leave = async (): Promise<void> => {
    setAsked(false);
    announceSuccess(successes.podcastDeleted);
    await navigate({ to: podcastsPath(scope) as '/' });
    forgetPodcast(queries, key);
  };
  return (
    <>
      <Button color="red" variant="light" onClick={() => setAsked(true)}>
        {`Delete the ${wording.podcast}`}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={`Delete ${title}?`}
        confirm="Delete"
        typed={title}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={() => setAsked(false)}
      >
        Its feed and page are gone at once, with {count(episodes, 'episode')} and all their files. It can’t be brought
        back. Whoever moves to another host sets the new address under “RSS” instead.
      </ConfirmDialog>
    </>
  );
};
