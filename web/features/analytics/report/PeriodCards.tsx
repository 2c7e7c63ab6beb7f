import type { Stats, StatsReply } from '#contract/api/analytics.ts';
import { metrics, type MetricId } from '#contract/texts/metrics.ts';
import { abbreviate, average, longDuration } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Change } from '../shared/Change.tsx';
import { hasSpots, isRunning } from './buckets.ts';

type PeriodCardsProps = { stats: StatsReply; listenersNow: number | null | undefined };
type Card = { metric: MetricId; value: (stats: Stats) => number; write: (value: number) => string };

const sessionMinutes = ({ listening_time, connections }: Stats): number =>
  connections === 0 ? 0 : listening_time / 60 / connections;

const cards: readonly Card[] = [
  { metric: 'peak', value: ({ peak }) => peak, write: abbreviate },
  { metric: 'average', value: (stats) => stats.average, write: abbreviate },
  { metric: 'connections', value: ({ connections }) => connections, write: abbreviate },
  { metric: 'uniques', value: ({ uniques }) => uniques, write: abbreviate },
  { metric: 'listening_time', value: ({ listening_time }) => listening_time, write: longDuration },
  { metric: 'sessionAverage', value: sessionMinutes, write: (minutes) => `${average(minutes, 1)} min` },
];
const spots: readonly Card[] = [
  { metric: 'impressions', value: ({ impressions }) => impressions, write: abbreviate },
  { metric: 'thirdQuartile', value: ({ thirdQuartile }) => thirdQuartile, write: abbreviate },
];

/** Whether anyone listened; if not in either period, there is nothing to compare. */
const hasAny = (stats: Stats | undefined): boolean => (stats?.connections ?? 0) > 0;

/** The metrics of a period with their definitions and changes since the previous one, including spots if any played. */
export const PeriodCards = ({ stats, listenersNow }: PeriodCardsProps) => {
  const now = stats.period_stats.stats;
  const before = hasAny(stats.previous?.stats) || hasAny(now) ? stats.previous : null;
  const running = isRunning(stats, Date.now());
  const shown = hasSpots(stats) ? [...cards, ...spots] : cards;
  return (
    <StatRow>
      {listenersNow !== null && (
        <Stat
          label={metrics.listeners.label}
          value={listenersNow === undefined ? '…' : abbreviate(listenersNow)}
          definition={metrics.listeners.definition}
        />
      )}
      {shown.map(({ metric, value, write }) => (
        <Stat
          key={metric}
          label={metrics[metric].label}
          value={write(value(now))}
          definition={metrics[metric].definition}
          hint={
            before && (
              <Change
                now={value(now)}
                before={before.comparable && value(before.comparable)}
                whole={value(before.stats)}
                isRunning={running}
                write={write}
              />
            )
          }
        />
      ))}
    </StatRow>
  );
};
