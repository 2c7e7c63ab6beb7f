import { NativeSelect } from '@mantine/core';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Station } from '#contract/api/stations.ts';
import { accountStationsQuery } from '#web/parts/account-queries.ts';
import { useAudience } from '#web/features/live-map/shared/use-audience.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { StreamingReport } from './report/StreamingReport.tsx';
import { useReport } from './report/use-report.ts';
import { PeriodPicker } from './shared/PeriodPicker.tsx';

const route = getRouteApi('/shell/accounts/$accountKey/analytics/streaming');

/** `/accounts/{accountKey}/analytics/streaming`: listening statistics of the whole account or of one of its stations. */
export const StreamingScreen = () => {
  const { accountKey } = route.useParams();
  const { station: chosen } = route.useSearch();
  const { data: list } = useSuspenseQuery(accountStationsQuery(accountKey));
  const station = list.entities.find(({ key }) => key === chosen);
  const zone = (station ?? oldestOf(list.entities))?.default_timezone || 'UTC';
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

/** An account's reports use the time zone of its oldest station. */
const oldestOf = (stations: readonly Station[]): Station | undefined =>
  stations.toSorted((a, b) => a.created.localeCompare(b.created))[0];

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
