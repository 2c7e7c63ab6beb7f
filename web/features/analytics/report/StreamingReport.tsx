import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { StatsReply } from '#contract/analytics.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Outdated } from '#web/ui/Outdated.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { CountsFigure } from './CountsFigure.tsx';
import { ListenersFigure } from './ListenersFigure.tsx';
import { PeriodCards } from './PeriodCards.tsx';
import { daysWords } from './slots.ts';
import type { LinkToStation } from './StationParts.tsx';
import { WeekHeat } from './WeekHeat.tsx';

const ReportTables = lazy(() =>
  loadChunk(() => import('./ReportTables.tsx')).then((part) => ({ default: part.ReportTables })),
);

type StreamingReportProps = {
  report: UseQueryResult<StatsReply>;
  /** The same period by the hour, where it has a week or more. */
  hours: StatsReply | undefined;
  listenersNow: number | undefined;
  /** Where a station's own numbers are; this page with the station chosen, unless said. */
  linkToStation?: LinkToStation;
};

/** Everything that is counted of a period; what was shown before stays, dimmed, until the new numbers are there. */
export const StreamingReport = ({ report, hours, listenersNow, linkToStation }: StreamingReportProps) => {
  const { data: stats, error, isPlaceholderData } = report;
  const notRead = error && <NotRead error={error} onAgain={() => void report.refetch()} />;
  if (!stats) return notRead ?? <Waiting />;
  const isNothing = stats.period_stats.stats.connections === 0;
  return (
    <Outdated isOld={isPlaceholderData}>
      {notRead}
      <PeriodLine stats={stats} />
      <PeriodCards stats={stats} listenersNow={listenersNow} />
      {isNothing && <Nobody />}
      {!isNothing && (
        <>
          <ListenersFigure stats={stats} />
          <CountsFigure stats={stats} />
          {hours && <WeekHeat stats={hours} />}
          <Suspense fallback={<Skeleton mt="md" h={480} />}>
            <ReportTables stats={stats} {...(linkToStation && { linkToStation })} />
          </Suspense>
        </>
      )}
    </Outdated>
  );
};

/** Which days these are, and whose clock tells them. */
const PeriodLine = ({ stats: { from_date, to_date, timezone, previous } }: { stats: StatsReply }) => (
  <Text c="dimmed" size="sm" mb="sm">
    {daysWords(from_date, to_date)} · days of {timezone}
    {previous && ` · beside ${daysWords(previous.from_date, previous.to_date)}`}
  </Text>
);

const Nobody = () => (
  <Surface mt="md">
    <Teach icon={<IconChartAreaLine size={30} />} title="Nobody listened in this period">
      Whoever listens is counted here within seconds: how many, how long, from where and with what. Choose another
      period, or let more people know where the stream is to be heard.
    </Teach>
  </Surface>
);

const NotRead = ({ error, onAgain }: { error: Error; onAgain: () => void }) => {
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
