import { Badge, Group, Text } from '@mantine/core';
import { createColumnHelper } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { providerRefusals, type AdProvider } from '#contract/api/ad-providers.ts';
import { count, whole } from '#web/lib/format.ts';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';

const column = createColumnHelper<AdProvider>();

type Cells = { toggle: (provider: AdProvider) => ReactNode; menu: (provider: AdProvider) => ReactNode };

/** The columns of ad servers with what they did in the last 7 days. */
export const providerColumns = ({ toggle, menu }: Cells) => [
  column.accessor('name', {
    header: 'Ad server',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <Group gap="xs">
          <Text fw={600}>
            <bdi>{original.name}</bdi>
          </Text>
          {original.shared && <Badge variant="light">Portal</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {original.tagUrl === null ? '' : `${URL.parse(original.tagUrl)?.host ?? ''} · `}
          {original.usedBy === 0 ? 'No campaign asks it' : `Asked by ${count(original.usedBy, 'campaign')}`}
        </Text>
      </>
    ),
  }),
  column.display({ id: 'enabled', header: 'On', cell: ({ row: { original } }) => toggle(original) }),
  column.accessor(({ use }) => use?.requests, {
    id: 'requests',
    header: 'Asked',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue }) => <NoWrap>{numberText(getValue())}</NoWrap>,
  }),
  column.accessor(({ use }) => use?.tickets, {
    id: 'tickets',
    header: 'Spots',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue }) => <NoWrap>{numberText(getValue())}</NoWrap>,
  }),
  column.accessor(({ use }) => use?.impressions, {
    id: 'impressions',
    header: 'Heard',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ row: { original } }) => <NoWrap>{heardText(original)}</NoWrap>,
  }),
  column.accessor(({ use }) => use && refusalsText(use), {
    id: 'refused',
    header: 'Not used',
    enableSorting: false,
    cell: ({ getValue }) => (
      <Text size="sm" style={{ maxWidth: 340 }}>
        {getValue() || '–'}
      </Text>
    ),
  }),
  column.display({ id: 'menu', header: '', cell: ({ row: { original } }) => menu(original) }),
];

/** Of the portal's ad servers, accounts see no figures. */
const numberText = (value: number | undefined): string => (value === undefined ? '–' : whole(value));

const heardText = ({ use }: AdProvider): string =>
  !use || use.requests === 0
    ? numberText(use?.impressions)
    : `${whole(use.impressions)} (${whole(Math.round((use.impressions / use.requests) * 100))}%)`;

/** Why answers were not used, most frequent first. */
const refusalsText = ({ empty, refused, unreported }: NonNullable<AdProvider['use']>): string =>
  [
    ...(empty > 0 ? [`No spot (${whole(empty)})`] : []),
    ...refused.map(({ reason, count: n }) => `${providerRefusals[reason]} (${whole(n)})`),
    ...(unreported > 0 ? [`Reports not delivered (${whole(unreported)})`] : []),
  ].join('. ');
