import type { StatsReply } from '#contract/api/analytics.ts';
import { metrics } from '#contract/texts/metrics.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { fileNameOf } from '#web/parts/report-days.ts';

/** Sessions by length, one bar per range. */
export const SessionLengths = ({ stats }: { stats: StatsReply }) => (
  <ChartFigure
    title="Session length"
    description={metrics.sessionLength.definition}
    kind="bar"
    unit="sessions"
    series={[{ name: 'sessions', label: metrics.connections.label }]}
    points={stats.session_lengths.map(({ from, to, sessions }) => ({ at: lengthLabel(from, to), sessions }))}
    fileName={fileNameOf('session-lengths', stats)}
    height={300}
    mt={0}
  />
);

/** `< 1 min`, `1–5 min`, `30–60 min`, `> 4 h`. */
const lengthLabel = (from: number, to: number | null): string => {
  if (to === null) return `> ${inUnit(from)}`;
  if (from === 0) return `< ${inUnit(to)}`;
  const unit = to > 3600 ? 3600 : 60;
  return `${from / unit}–${inUnit(to)}`;
};

/** One hour is written as 60 min. */
const inUnit = (seconds: number): string => (seconds > 3600 ? `${seconds / 3600} h` : `${seconds / 60} min`);
