import { metrics } from '#contract/metrics.ts';
import type { PodcastStatsReply } from '#contract/podcast-stats.ts';
import { abbreviate, byteSize } from '#web/lib/format.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { bucketLabel, startedBuckets } from './buckets.ts';

type DownloadsSummaryProps = { stats: PodcastStatsReply; isDay: boolean };

/** The downloads of a period: totals with their definitions, and a chart by day or hour. */
export const DownloadsSummary = ({ stats, isDay }: DownloadsSummaryProps) => {
  const { summaryStats: totals } = stats;
  const points = startedBuckets(stats).map(({ from, downloads }) => ({ at: from, downloads }));
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
    </>
  );
};
