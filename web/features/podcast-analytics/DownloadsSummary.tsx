import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { PodcastStatsReply } from '#contract/podcast-stats.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { abbreviate, byteSize } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { labelOf, pastSlots } from './slots.ts';

const DownloadsChart = lazy(() =>
  loadChunk(() => import('./DownloadsChart.tsx')).then((part) => ({ default: part.DownloadsChart })),
);

type DownloadsSummaryProps = { stats: PodcastStatsReply; isDay: boolean };

/** What was downloaded in a period: totals with their definitions, and the chart of its days or hours. */
export const DownloadsSummary = ({ stats, isDay }: DownloadsSummaryProps) => {
  const { summaryStats: totals } = stats;
  const points = pastSlots(stats).map(({ from, downloads }) => ({ at: labelOf(from, isDay), Downloads: downloads }));
  return (
    <>
      <StatRow>
        <Stat
          label="Downloads"
          value={abbreviate(totals.downloads)}
          definition="One for each listener, episode and 24 hours, once a minute of sound was sent, or a shorter episode as a whole."
        />
        <Stat
          label="Unique listeners"
          value={abbreviate(totals.uniques)}
          definition="Different network addresses and apps that downloaded something, estimated to about one per cent."
        />
        <Stat
          label="Data sent"
          value={byteSize(totals.totalBytes)}
          definition="All bytes of episodes that were sent, also to robots and for requests that are no download."
        />
        <Stat
          label="Requests"
          value={abbreviate(totals.requests)}
          definition="Everything that was asked for, whether or not it was counted. Why is under “How we count”."
        />
      </StatRow>
      <Surface mt="md" title="Downloads" description={`Times are of ${stats.timezone}`}>
        <Suspense fallback={<Skeleton h={280} />}>
          <DownloadsChart points={points} />
        </Suspense>
      </Surface>
    </>
  );
};
