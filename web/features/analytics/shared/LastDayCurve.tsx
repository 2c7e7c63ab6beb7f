import type { StatsReply } from '#contract/api/analytics.ts';
import { dayMs } from '#contract/rules/time.ts';
import { clockTime } from '#web/lib/format.ts';
import { DayCurve } from '#web/ui/chart/DayCurve.tsx';

/** The peak listeners of each of the last 24 hours: `stats` are today's, with `previous`. */
export const LastDayCurve = ({ stats, height }: { stats: StatsReply | undefined; height?: number }) => {
  const now = Date.now();
  const slots = [...(stats?.previous?.slots ?? []), ...(stats?.hour_stats ?? [])].filter(
    ({ from, to }) => Date.parse(from) <= now && Date.parse(to) > now - dayMs,
  );
  const points = slots.map(({ from, stats: { peak } }) => ({ label: clockTime(from), value: peak }));
  return (
    <DayCurve
      label={`Listeners, last 24 hours${stats ? ` (${stats.timezone})` : ''}`}
      points={points}
      unit="listeners"
      {...(height !== undefined && { height })}
    />
  );
};
