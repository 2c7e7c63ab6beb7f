import type { StatsReply } from '#contract/analytics.ts';
import { clockTime } from '#web/lib/format.ts';
import { DayCurve } from '#web/ui/chart/DayCurve.tsx';

/** The peak listeners of each hour of today so far. */
export const TodayCurve = ({ stats, height }: { stats: StatsReply | undefined; height?: number }) => {
  const now = Date.now();
  const slots = (stats?.hour_stats ?? []).filter(({ from }) => Date.parse(from) <= now);
  const points = slots.map(({ from, stats: { peak } }) => ({ label: clockTime(from), value: peak }));
  return (
    <DayCurve
      label={`Listeners today${stats ? ` (${stats.timezone})` : ''}`}
      points={points}
      unit="listeners"
      {...(height !== undefined && { height })}
    />
  );
};
