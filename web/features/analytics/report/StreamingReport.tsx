import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { lazy, memo, Suspense, useDeferredValue, type ReactNode } from 'react';
import type { StatsReply } from '#contract/api/analytics.ts';
import { isFiltered, type AudienceFilter } from '#contract/api/audience-filter.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { StaleOverlay } from '#web/ui/StaleOverlay.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import type { AnnotationPlace } from './annotation-queries.ts';
import { FilterBar } from '../shared/FilterBar.tsx';
import { FiltersContext, type Filters } from '../shared/use-filters.ts';
import { isRunning } from './buckets.ts';
import { CountsFigure } from './CountsFigure.tsx';
import { ListenersFigure } from './ListenersFigure.tsx';
import { PeriodCards } from './PeriodCards.tsx';
import { formatDays } from '#web/parts/report-days.ts';
import type { LinkToStation } from './StationParts.tsx';
import { WeekHeatmap } from './WeekHeatmap.tsx';

const ReportTables = lazy(() =>
  loadChunk(() => import('./ReportTables.tsx')).then((part) => ({ default: part.ReportTables })),
);

// Listeners come and go every few seconds; the figures do not change with them.
const Listeners = memo(ListenersFigure);
const Counts = memo(CountsFigure);
const Week = memo(WeekHeatmap);

/** What the report needs of a query. */
type ShownReport = {
  data: StatsReply | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type StreamingReportProps = {
  report: ShownReport;
  /** Whose annotations the charts show; null for none. */
  place: AnnotationPlace | null;
  filter: AudienceFilter;
  /** What the report's rows can filter by; null where they cannot. */
  filters: Filters | null;
  /** The same period by the hour, if it is at least a week long. */
  hours: StatsReply | undefined;
  /** Null where current listeners are not shown. */
  listenersNow: number | null | undefined;
  /** The link to a station's own statistics; by default this page with the station selected, null for none. */
  linkToStation?: LinkToStation | null;
  /** Shown below the report, once it is there: the report would push it down. */
  foot?: ReactNode;
};

/** The full report of a period; the previous one stays visible, dimmed, until the new data arrives. */
export const StreamingReport = ({
  report,
  place,
  filter,
  filters,
  hours,
  listenersNow,
  linkToStation,
  foot,
}: StreamingReportProps) => {
  const { data: stats, error, isPlaceholderData } = report;
  const errorAlert = error && <LoadError error={error} onAgain={() => void report.refetch()} />;
  const bar = <FilterBar filter={filter} filters={filters} />;
  // The first report is rendered bit by bit, between what the user does.
  const isFirstRendered = useDeferredValue(stats !== undefined, false);
  // What is seen first comes first: most of the time goes into the figures below.
  const isRestRendered = useDeferredValue(isFirstRendered, false);
  if (!stats || !isFirstRendered)
    return error ? (
      <>
        {bar}
        {errorAlert}
        {foot}
      </>
    ) : (
      <ScreenSkeleton />
    );
  const isEmpty = stats.period_stats.stats.connections === 0;
  return (
    <FiltersContext value={filters}>
      <StaleOverlay isOld={isPlaceholderData}>
        {errorAlert}
        {bar}
        <PeriodLine stats={stats} />
        <PeriodCards stats={stats} listenersNow={listenersNow} />
        {isEmpty && <NoListeners isFiltered={isFiltered(filter)} />}
        {!isEmpty && (
          <>
            <Listeners stats={stats} place={place} />
            {isRestRendered && (
              <>
                <Counts stats={stats} />
                {hours && <Week stats={hours} />}
                <Suspense fallback={<Skeleton mt="md" h={480} />}>
                  <ReportTables stats={stats} {...(linkToStation !== undefined && { linkToStation })} />
                </Suspense>
              </>
            )}
          </>
        )}
      </StaleOverlay>
      {isRestRendered && foot}
    </FiltersContext>
  );
};

/** The days of the report, their time zone and the previous period. */
const PeriodLine = ({ stats }: { stats: StatsReply }) => {
  const { from_date, to_date, timezone, previous } = stats;
  return (
    <Text c="dimmed" size="sm" mb="sm">
      {formatDays(from_date, to_date)} · Time zone: {timezone}
      {previous && ` · compared with ${formatDays(previous.from_date, previous.to_date)}`}
      {previous?.comparable && isRunning(stats, Date.now()) && ' up to the same time'}
    </Text>
  );
};

const NoListeners = ({ isFiltered: hasFilter }: { isFiltered: boolean }) => (
  <Surface mt="md">
    <EmptyState icon={<IconChartAreaLine size={30} />} title="No listeners in this period">
      {hasFilter
        ? 'Nobody matches these filters. Remove one, or choose another period.'
        : 'New listeners appear here within seconds. Choose another period, or share your stream URL to get more listeners.'}
    </EmptyState>
  </Surface>
);

const LoadError = ({ error, onAgain }: { error: Error; onAgain: () => void }) => {
  const { title, message } = asApiError(error);
  return (
    <Alert color="red" title={title} role="alert" mb="md">
      <Text mb="sm">{message}</Text>
      <Button size="xs" variant="default" onClick={onAgain}>
        Try again
      </Button>
    </Alert>
  );
};
