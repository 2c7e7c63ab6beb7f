import { IconChartBar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { metrics } from '#contract/texts/metrics.ts';
import type { PodcastStatsReply } from '#contract/api/podcast-stats.ts';
import { ComparedWith, previousChange } from '#web/features/analytics/shared/PreviousChange.tsx';
import { abbreviate, byteSize } from '#web/lib/format.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { bucketLabel, startedBuckets } from './buckets.ts';

type DownloadsSummaryProps = { stats: PodcastStatsReply; isDay: boolean };

/** The downloads of a period: totals with their definitions, and a chart by day or hour, or why there is none. */
export const DownloadsSummary = ({ stats, isDay }: DownloadsSummaryProps) => {
  const { summaryStats: totals, previous } = stats;
  type Totals = typeof totals;
  const change = (value: (one: Totals) => number, write = abbreviate): ReactNode =>
    previousChange(previous, totals, value, write);
  const points = startedBuckets(stats).map(({ from, downloads }) => ({ at: from, downloads }));
  return (
    <>
      <ComparedWith previous={previous} />
      <StatRow>
        <Stat
          label={metrics.downloads.label}
          value={abbreviate(totals.downloads)}
          hint={change((one) => one.downloads)}
          definition={metrics.downloads.definition}
        />
        <Stat
          label={metrics.downloadUniques.label}
          value={abbreviate(totals.uniques)}
          hint={change((one) => one.uniques)}
          definition={metrics.downloadUniques.definition}
        />
        <Stat
          label={metrics.totalBytes.label}
          value={byteSize(totals.totalBytes)}
          hint={change((one) => one.totalBytes, byteSize)}
          definition={metrics.totalBytes.definition}
        />
        <Stat
          label={metrics.requests.label}
          value={abbreviate(totals.requests)}
          hint={change((one) => one.requests)}
          definition={metrics.requests.definition}
        />
      </StatRow>
      {totals.requests === 0 ? (
        <NoDownloads />
      ) : (
        <ChartFigure
          title={metrics.downloads.label}
          description={`Time zone: ${stats.timezone}`}
          kind="bar"
          unit="downloads"
          series={[{ name: 'downloads', label: metrics.downloads.label }]}
          points={points}
          nameOf={(from) => bucketLabel(from, isDay)}
          fileName={`downloads-${stats.period.from_date}-${stats.period.to_date}`}
          height={280}
        />
      )}
    </>
  );
};

const NoDownloads = () => (
  <Surface mt="md">
    <EmptyState icon={<IconChartBar size={30} />} title="No downloads in this period">
      Plays and downloads appear here within seconds, with data, countries and apps. Choose another period to see
      earlier ones.
    </EmptyState>
  </Surface>
);
