import type { StatsReply } from '#contract/analytics.ts';
import { metrics } from '#contract/metrics.ts';
import { longDuration } from '#web/lib/format.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { fileNameOf } from './slots.ts';

/** How long sessions lasted, as a bar per length. */
export const SessionLengths = ({ stats }: { stats: StatsReply }) => (
  <ChartFigure
    title="How long they stayed"
    description={metrics.sessionLength.definition}
    kind="bar"
    unit="sessions"
    series={[{ name: 'sessions', label: metrics.connections.label }]}
    points={stats.session_lengths.map(({ from, to, sessions }) => ({ at: lengthWords(from, to), sessions }))}
    fileName={fileNameOf('session-lengths', stats)}
    height={300}
    mt={0}
  />
);

/** `under 1 min`, `1–5 min`, `over 4 h`. */
const lengthWords = (from: number, to: number | null): string => {
  if (to === null) return `over ${longDuration(from)}`;
  if (from === 0) return `under ${longDuration(to)}`;
  const [first, last] = [longDuration(from), longDuration(to)];
  const unit = last.slice(last.indexOf(' '));
  return first.endsWith(unit) && !last.includes(' ', last.indexOf(' ') + 1)
    ? `${first.slice(0, -unit.length)}–${last}`
    : `${first} – ${last}`;
};
