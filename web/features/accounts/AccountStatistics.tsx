import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import { accountDayQuery, accountLiveQuery } from '#web/features/analytics/queries.ts';
import { rangeOf } from '#contract/rules/analytics-period.ts';
import { LastDayCurve } from '#web/features/analytics/shared/LastDayCurve.tsx';
import { useAudience } from '#web/features/live-map/shared/use-audience.ts';
import { abbreviate, longDuration } from '#web/lib/format.ts';
import { Stat, StatRow } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';

type AccountNumbersProps = {
  accountKey: AccountKey;
  /** The time zone the reports are likely to use, until the first report names it. */
  zone: string;
  onAir: number;
  stations: number;
};

/** The account's statistics now and today, over all its stations, in the time zone of its reports. */
export const AccountStatistics = ({ accountKey, zone, onAir, stations }: AccountNumbersProps) => {
  const { data: fetched } = useQuery({ ...accountLiveQuery(accountKey), throwOnError: false });
  const pushed = useAudience(accountKey);
  const live = pushed?.reachable ? pushed : fetched;
  const first = useQuery({ ...accountDayQuery(accountKey, today(zone)), throwOnError: false });
  const reportZone = first.data?.timezone ?? zone;
  const { data: stats } = useQuery({ ...accountDayQuery(accountKey, today(reportZone)), throwOnError: false });
  return (
    <>
      <StatRow>
        <Stat
          label="Listeners now"
          value={live === undefined ? '…' : abbreviate(live.listeners)}
          definition="Players connected to all your stations right now."
        />
        <Stat
          label="On the air"
          value={onAir.toLocaleString('en')}
          hint={`of ${stations.toLocaleString('en')}`}
          definition="Stations that are broadcasting right now."
        />
        <Stat
          label="Peak today"
          value={stats === undefined ? '…' : abbreviate(stats.period_stats.stats.peak)}
          hint={reportZone}
          definition={`Most simultaneous listeners since midnight in ${reportZone}.`}
        />
        <Stat
          label="Listening time today"
          value={stats === undefined ? '…' : longDuration(stats.period_stats.stats.listening_time)}
          hint={reportZone}
          definition={`Total time listeners spent listening since midnight in ${reportZone}.`}
        />
      </StatRow>
      <Surface my="md">
        <LastDayCurve stats={stats} height={140} />
      </Surface>
    </>
  );
};

const today = (zone: string) => rangeOf('today', new Date(), zone);
