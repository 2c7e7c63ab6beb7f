import { Stack } from '@mantine/core';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { ImportState } from './ImportState.tsx';
import { MoveFeedHere } from './MoveFeedHere.tsx';
import { refetchImported, latestImportQuery } from './queries.ts';
import { ImportPanel } from './shared/ImportPanel.tsx';

const ImportedEpisodes = lazy(() =>
  loadChunk(() => import('./ImportedEpisodes.tsx')).then((part) => ({ default: part.ImportedEpisodes })),
);

/** `…/podcasts/{podcastKey}/import`: the latest import with its episodes, how to move the feed here, and a form to import again. */
export const ImportScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastRoute();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data } = useSuspenseQuery(latestImportQuery(podcastKey));
  const mayChange = useMay('podcast.update', scope);
  const mayImport = useMay(scope.stationKey === undefined ? 'account.createPodcast' : 'station.createPodcast', scope);
  const task = data.import;
  useRefreshWhenEnded(task?.status, () => task);
  usePageTitle(`${podcast.title}: Import`);
  const isRunning = task?.status === 'PROCESSING';
  return (
    <Stack gap="md">
      {task && <ImportState task={task} mayChange={mayChange} />}
      {task && task.counts.total > 0 && (
        <Suspense fallback={<ScreenSkeleton />}>
          <ImportedEpisodes key={task.id} task={task} path={path} />
        </Suspense>
      )}
      {task && !isRunning && <MoveFeedHere podcast={podcast} />}
      {!isRunning && mayChange && mayImport && (
        <ImportPanel
          key={task?.id}
          scope={scope}
          podcastKey={podcastKey}
          title={task ? 'Import again' : `Import episodes into this ${wording.podcast}`}
          description="Adds only new episodes; existing ones are not changed."
          onStarted={() => window.scrollTo({ top: 0 })}
        />
      )}
    </Stack>
  );
};

/** Reloads everything that shows the podcast once the import has ended. */
const useRefreshWhenEnded = (
  status: string | undefined,
  task: () => Parameters<typeof refetchImported>[1] | null | undefined,
): void => {
  const queries = useQueryClient();
  const before = useRef(status);
  useEffect(() => {
    const ended = task();
    if (before.current === 'PROCESSING' && status !== 'PROCESSING' && ended) void refetchImported(queries, ended);
    before.current = status;
  });
};
