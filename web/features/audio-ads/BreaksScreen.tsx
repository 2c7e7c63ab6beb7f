import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconPlayerTrackNext, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import type { AdBreak } from '#contract/api/audio-ads.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { count, duration as clock, moment, whole } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { stationQuery } from '#web/parts/station-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { breakKinds, fillOf } from './break-texts.ts';
import { BreakTimeline } from './BreakTimeline.tsx';
import { audioAdsQuery, breaksQuery, useStartBreak } from './queries.ts';

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey/breaks');

/** `…/stations/{stationKey}/breaks`: the breaks of the last day, who heard a spot in them, and a button that starts one. */
export const BreaksScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data: ads } = useSuspenseQuery(audioAdsQuery(stationKey));
  const [hours, setHours] = useState(24);
  const { data, error, dataUpdatedAt } = useQuery(breaksQuery(stationKey, hours));
  const mayStart = useMay('station.startBreak', { accountKey, stationKey }) && !station.suspended && ads.hasAudioAds;
  const table = useLocalTableState();
  usePageTitle(`${station.name}: Breaks`);
  if (error && !data) throw error;
  return (
    <>
      {mayStart && <StartBreak stationKey={stationKey} />}
      <Surface
        mt={mayStart ? 'md' : 0}
        title="Breaks"
        description="How many of the listeners heard a spot"
        actions={
          <NativeSelect
            aria-label="Period"
            size="xs"
            value={String(hours)}
            onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}
            data={[
              { value: '1', label: 'Last hour' },
              { value: '24', label: 'Last 24 hours' },
              { value: '168', label: 'Last 7 days' },
            ]}
          />
        }
      >
        {!data ? <ScreenSkeleton /> : <BreakTimeline breaks={data} hours={hours} now={dataUpdatedAt} />}
      </Surface>
      {data && (
        <Surface mt="md" flush>
          <DataTable
            label="Breaks"
            columns={columns}
            rows={data}
            rowId={({ id }) => id}
            table={table}
            defaultSize={10}
            searchable={false}
            empty={
              <EmptyState icon={<IconSpeakerphone size={30} />} title="No breaks yet">
                {ads.hasAudioAds
                  ? 'A break plays when enough listeners have a spot to hear. Without running campaigns there are none.'
                  : 'Audio ads are off. Switch them on under “Settings”, “Audio ads”.'}
              </EmptyState>
            }
          />
        </Surface>
      )}
    </>
  );
};

const lengths = [30, 60, 90, 120, 180];

/** Starts a break by hand, and says how many listeners hear a spot. */
const StartBreak = ({ stationKey }: { stationKey: StationKey }) => {
  const start = useStartBreak(stationKey);
  const [seconds, setSeconds] = useState(60);
  return (
    <Surface
      title="Start a break"
      description="Each listener hears the spots chosen for them; the others hear the programme."
    >
      <Group align="flex-end" gap="md">
        <NativeSelect
          label="Length"
          value={String(seconds)}
          onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}
          data={lengths.map((length) => ({ value: String(length), label: clock(length) }))}
        />
        <Button
          leftSection={<IconPlayerTrackNext size={17} aria-hidden />}
          loading={start.isPending}
          onClick={() =>
            start.mutate(seconds, {
              onSuccess: ({ listeners, withSpot }) =>
                toastSuccess(`${whole(withSpot)} of ${count(listeners, 'listener')} have a spot.`, 'Break started'),
            })
          }
        >
          Start a break
        </Button>
        {start.data && (
          <Text size="sm" role="status" pb={8}>
            Started {moment(start.data.at)}: {clock(start.data.seconds)}, {whole(start.data.withSpot)} of{' '}
            {count(start.data.listeners, 'listener')} have a spot.
          </Text>
        )}
      </Group>
    </Surface>
  );
};

const column = createColumnHelper<AdBreak>();
const columns = [
  column.accessor('at', {
    header: 'When',
    cell: ({ getValue }) => <NoWrap>{moment(getValue())}</NoWrap>,
  }),
  column.accessor(({ kind }) => breakKinds[kind], { id: 'kind', header: 'Made by' }),
  column.accessor('seconds', {
    header: 'Length',
    meta: { align: 'end' },
    cell: ({ getValue }) => clock(getValue()),
  }),
  column.accessor('listeners', {
    header: 'Listeners',
    meta: { align: 'end' },
    cell: ({ getValue }) => whole(getValue()),
  }),
  column.accessor((one) => fillOf(one), {
    id: 'fill',
    header: 'With a spot',
    meta: { align: 'end' },
    cell: ({ row: { original } }) => `${whole(original.withSpot)} (${String(Math.round(fillOf(original) * 100))}%)`,
  }),
];
