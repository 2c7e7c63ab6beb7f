import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/keys.ts';
import { accountLiveQuery, accountStatsQuery } from '#web/features/analytics/queries.ts';
import { rangeOf } from '#web/features/analytics/shared/period.ts';
import { TodayCurve } from '#web/features/analytics/shared/TodayCurve.tsx';
import { useAudience } from '#web/features/live-map/shared/use-audience.ts';
import { abbreviate, longDuration } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';

type AccountNumbersProps = {
  accountKey: AccountKey;
  /** The time zone that the account's days are likely to be in, until its numbers say so themselves. */
  zone: string;
  onAir: number;
  stations: number;
};

/** The account now and today: of all its stations, in the time zone of its reports, which is said. */
export const AccountNumbers = ({ accountKey, zone, onAir, stations }: AccountNumbersProps) => {
  const { data: asked } = useQuery({ ...accountLiveQuery(accountKey), throwOnError: false });
  const pushed = useAudience(accountKey);
  const live = pushed?.reachable ? pushed : asked;
  const first = useQuery({ ...accountStatsQuery(accountKey, today(zone)), throwOnError: false });
  const said = first.data?.timezone ?? zone;
  const { data: stats } = useQuery({ ...accountStatsQuery(accountKey, today(said)), throwOnError: false });
  return (
    <>
      <StatRow>
        <Stat
          label="Listeners now"
          value={live === undefined ? '…' : abbreviate(live.listeners)}
          definition="Players connected to the streams of all your stations at this moment."
        />
        <Stat
          label="On the air"
          value={onAir.toLocaleString('en')}
          hint={`of ${stations.toLocaleString('en')}`}
          definition="Stations that are sending sound right now."
        />
        <Stat
          label="Peak today"
          value={stats === undefined ? '…' : abbreviate(stats.period_stats.stats.peak)}
          hint={said}
          definition={`The most listeners within one minute since midnight in ${said}.`}
        />
        <Stat
          label="Listening today"
          value={stats === undefined ? '…' : longDuration(stats.period_stats.stats.listening_time)}
          hint={said}
          definition={`The time all listeners spent listening since midnight in ${said}, added up.`}
        />
      </StatRow>
      <Surface mt="md">
        <TodayCurve stats={stats} height={140} />
      </Surface>
    </>
  );
};

const today = (zone: string) => rangeOf('today', new Date(), zone);
