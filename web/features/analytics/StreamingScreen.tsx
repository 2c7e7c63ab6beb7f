import { NativeSelect } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Station } from '#contract/api/stations.ts';
import type { Prefetch } from '#web/lib/prefetch.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { reportTimeZone } from '#web/parts/report-time-zone.ts';
import { useAudience } from '#web/features/live-map/shared/use-audience.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { prefetchReport } from './report/prefetch-report.ts';
import { StreamingReport } from './report/StreamingReport.tsx';
import { useReport } from './report/use-report.ts';
import { PeriodPicker } from './shared/PeriodPicker.tsx';
import type { PeriodSearch } from './shared/period-search.ts';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/streaming');

export const prefetch: Prefetch = async ({ queries, params, search }) => {
  const accountKey = params['accountKey'] as AccountKey;
  const asked: PeriodSearch = search;
  const { entities } = await queries.ensureQueryData(accountStationsQuery(accountKey));
  const station = stationIn(entities, asked.station);
  prefetchReport(queries, { accountKey, stationKey: station?.key }, reportTimeZone(entities, station), asked);
};

/** `/accounts/{accountKey}/analytics/streaming`: listening statistics of the whole account or of one of its stations. */
export const StreamingScreen = () => {
  const { accountKey } = route.useParams();
  const { station: chosen } = route.useSearch();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const station = stationIn(list.entities, chosen);
  const zone = reportTimeZone(list.entities, station);
  const { period, filters, report, hours } = useReport({ accountKey, stationKey: station?.key }, zone);
  const place = useMemo(() => ({ accountKey, stationKey: station?.key }), [accountKey, station?.key]);
  const audience = useAudience(station?.key ?? accountKey);
  const isEmpty = list.total === 0 && (report.data?.period_stats.stats.connections ?? 0) === 0;
  return (
    <>
      <PageHeader
        title="Streaming analytics"
        description={station ? station.name : 'All stations'}
        actions={
          <>
            <StationPicker
              stations={list.entities}
              value={station?.key}
              onChange={(key) => period.change({ station: key })}
            />
            <PeriodPicker state={period} compare />
            <PrintButton />
          </>
        }
      />
      {isEmpty ? (
        <Surface>
          <EmptyState icon={<IconChartAreaLine size={30} />} title="No listening data yet">
            Once a station of this account is on the air, this page shows how many people listen, for how long, from
            where and on which devices.
          </EmptyState>
        </Surface>
      ) : (
        <StreamingReport
          place={place}
          report={report}
          filters={filters}
          filter={filters.filter}
          hours={hours}
          listenersNow={audience?.listeners}
        />
      )}
    </>
  );
};

const stationIn = (stations: readonly Station[], chosen: string | undefined): Station | undefined =>
  stations.find(({ key }) => key === chosen);

type StationPickerProps = {
  stations: Station[];
  value: StationKey | undefined;
  onChange: (key: StationKey | undefined) => void;
};

const StationPicker = ({ stations, value, onChange }: StationPickerProps) =>
  stations.length < 2 ? null : (
    <NativeSelect
      aria-label="Station"
      className="no-print"
      maw={240}
      value={value ?? ''}
      onChange={(event) => onChange((event.currentTarget.value || undefined) as StationKey | undefined)}
      data={[{ value: '', label: 'All stations' }, ...stations.map(({ key, name }) => ({ value: key, label: name }))]}
    />
  );
