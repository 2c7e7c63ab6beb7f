import { NativeSelect } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Station } from '#contract/stations.ts';
import { accountStationsQuery } from '#web/features/accounts/queries.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { accountLiveQuery, accountStatsQuery, stationStatsQuery } from './queries.ts';
import { PeriodPicker, usePeriod } from './shared/PeriodPicker.tsx';
import { StatsView } from './StatsView.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/streaming');

/** `/accounts/{accountKey}/analytics/streaming`: listening of the whole account, or of one of its stations. */
export const StreamingScreen = () => {
  const { accountKey } = route.useParams();
  const { station: chosen } = route.useSearch();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const station = list.entities.find(({ key }) => key === chosen);
  const zone = station?.default_timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  const period = usePeriod(zone);
  const { data: live } = useQuery({ ...accountLiveQuery(accountKey), throwOnError: false });
  const ofStation = live?.stations.find(({ key }) => key === station?.key)?.listeners ?? 0;
  return (
    <>
      <PageHeader
        title="Streaming analytics"
        description={station ? station.name : 'All stations of the account'}
        actions={
          <>
            <StationPicker
              stations={list.entities}
              value={station?.key}
              onChange={(key) => period.change({ station: key })}
            />
            <PeriodPicker state={period} />
          </>
        }
      />
      {list.total === 0 ? (
        <Surface>
          <Teach icon={<IconChartAreaLine size={30} />} title="Nothing to count yet">
            As soon as a station of this account is on the air, its listeners are counted here: how many, how long, from
            where and with what.
          </Teach>
        </Surface>
      ) : (
        <Numbers
          accountKey={accountKey}
          stationKey={station?.key}
          period={period}
          listenersNow={live && (station ? ofStation : live.listeners)}
        />
      )}
    </>
  );
};

type NumbersProps = {
  accountKey: AccountKey;
  stationKey: StationKey | undefined;
  period: ReturnType<typeof usePeriod>;
  listenersNow: number | undefined;
};

const Numbers = ({ accountKey, stationKey, period, listenersNow }: NumbersProps) => {
  const ofAccount = useQuery({ ...accountStatsQuery(accountKey, period.range), enabled: stationKey === undefined });
  const ofStation = useQuery({
    ...stationStatsQuery(stationKey ?? ('' as StationKey), period.range),
    enabled: stationKey !== undefined,
  });
  const { data, error } = stationKey === undefined ? ofAccount : ofStation;
  if (error && !data) throw error;
  if (!data) return <Waiting />;
  return <StatsView stats={data} isDay={period.range.type === 'day'} listenersNow={listenersNow} />;
};

type StationPickerProps = {
  stations: Station[];
  value: StationKey | undefined;
  onChange: (key: StationKey | undefined) => void;
};

const StationPicker = ({ stations, value, onChange }: StationPickerProps) =>
  stations.length < 2 ? null : (
    <NativeSelect
      aria-label="Station"
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as StationKey | undefined)}
      data={[{ value: '', label: 'All stations' }, ...stations.map(({ key, name }) => ({ value: key, label: name }))]}
    />
  );
