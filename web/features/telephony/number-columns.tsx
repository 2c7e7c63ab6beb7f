import { Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { PortalNumber } from '#contract/api/telephony-admin.ts';
import { money } from '#web/lib/currencies.ts';
import { day } from '#web/lib/format.ts';
import { HiddenHeader } from '#web/ui/table/HiddenHeader.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';

export const stateLabels: Record<PortalNumber['state'], string> = {
  free: 'Free',
  given: 'Given',
  resting: 'Resting',
};
const colors: Record<PortalNumber['state'], string> = { free: 'green', given: 'blue', resting: 'gray' };

const column = createColumnHelper<PortalNumber>();

/** The columns of the pool; `actions` are those of a number. */
export const numberColumns = (actions: (number: PortalNumber) => ReactNode) => [
  column.accessor('display', {
    header: 'Number',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <NoWrap>
          <Text span fw={600}>
            <bdi dir="ltr">{original.display}</bdi>
          </Text>
        </NoWrap>
        {original.label !== '' && (
          <Text size="sm" c="dimmed">
            <bdi>{original.label}</bdi>
          </Text>
        )}
      </>
    ),
  }),
  column.accessor('country_name', {
    header: 'Country',
    enableSorting: false,
    meta: { onPhone: 'below', onTablet: 'below' },
    cell: ({ row: { original } }) => <NoWrap>{original.country_name}</NoWrap>,
  }),
  column.accessor(({ state }) => stateLabels[state], {
    id: 'state',
    header: 'State',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => (
      <>
        <Badge color={colors[original.state]} variant="light" miw="max-content">
          {stateLabels[original.state]}
        </Badge>
        {original.free_from !== null && (
          <Text size="sm" c="dimmed">
            until {day(original.free_from.slice(0, 10))}
          </Text>
        )}
      </>
    ),
  }),
  column.accessor(({ station }) => station?.name ?? '', {
    id: 'station',
    header: 'Station',
    enableSorting: false,
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <StationOf number={original} />,
  }),
  column.accessor(({ trunk, sandbox }) => trunk ?? (sandbox ? 'Sandbox' : ''), {
    id: 'line',
    header: 'Line',
    enableSorting: false,
    meta: { onPhone: 'named' },
  }),
  column.accessor(({ monthly_cents: cents }) => (cents === null ? '' : money(cents, 'USD')), {
    id: 'monthly',
    header: 'A month',
    enableSorting: false,
    meta: { align: 'end', onPhone: 'named', onTablet: 'named' },
  }),
  column.display({
    id: 'actions',
    header: () => <HiddenHeader>Actions</HiddenHeader>,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => actions(original),
  }),
];

const StationOf = ({ number: { station, main } }: { number: PortalNumber }) => {
  if (!station) return null;
  return (
    <>
      {station.deleted ? (
        <bdi>{station.name}</bdi>
      ) : (
        <Link
          to="/accounts/$accountKey/stations/$stationKey/ctl"
          params={{ accountKey: station.account as AccountKey, stationKey: station.key }}
        >
          <bdi>{station.name}</bdi>
        </Link>
      )}
      {(station.deleted || !main) && (
        <Text size="sm" c="dimmed">
          {station.deleted ? 'Deleted' : 'Second number'}
        </Text>
      )}
    </>
  );
};
