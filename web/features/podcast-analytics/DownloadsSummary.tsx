import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { metrics } from '#contract/metrics.ts';
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
          label={metrics.downloads.label}
          value={abbreviate(totals.downloads)}
          definition={metrics.downloads.definition}
        />
        <Stat
          label={metrics.downloadUniques.label}
          value={abbreviate(totals.uniques)}
          definition={metrics.downloadUniques.definition}
        />
        <Stat
          label={metrics.totalBytes.label}
          value={byteSize(totals.totalBytes)}
          definition={metrics.totalBytes.definition}
        />
        <Stat
          label={metrics.requests.label}
          value={abbreviate(totals.requests)}
          definition={metrics.requests.definition}
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
