import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { AccountWorker } from '#contract/api/listed-person.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { everywhereQuery } from '#web/parts/people-queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';
import { RoleBadges } from './shared/RoleBadges.tsx';
import classes from './shared/PeopleTable.module.css';

const InviteToStations = lazy(() =>
  loadChunk(() => import('./InviteToStations.tsx')).then((part) => ({ default: part.InviteToStations })),
);

/** Everyone who works in an account, with all their stations, and the dialog that invites people to several at once. */
export const WhoWorksWhere = ({ accountKey, mayInvite }: { accountKey: AccountKey; mayInvite: boolean }) => {
  const { data } = useSuspenseQuery(everywhereQuery(accountKey));
  const [isInviting, setInviting] = useState(false);
  const table = useLocalTableState();
  const columns = useMemo(() => columnsOf(accountKey), [accountKey]);
  if (data.stations.length === 0) return null;
  return (
    <Surface
      flush
      title="Who works where"
      description="The team of every station, in one list."
      actions={
        mayInvite && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            Invite to stations
          </Button>
        )
      }
    >
      <DataTable
        label="Who works where"
        columns={columns}
        rows={data.people}
        rowId={({ id, email }) => id ?? email}
        table={table}
        defaultSize={10}
      />
      <Suspense>
        {isInviting && <InviteToStations stations={data.stations} onClose={() => setInviting(false)} />}
      </Suspense>
    </Surface>
  );
};

const column = createColumnHelper<AccountWorker>();
const roleText = ({ role, invited }: { role: string; invited: boolean }): string =>
  invited ? `invited ${role}` : role;

/** For sorting, search and CSV; without a text, phones don't show the column. */
const placesText = ({ account, stations }: AccountWorker): string =>
  [...(account ? [`Whole account (${roleText(account)})`] : []), ...stations.map(({ name }) => name)].join(', ');

const columnsOf = (accountKey: AccountKey) => [
  column.accessor(({ fullName }) => fullName, {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original: person } }) => (
      <span className={classes.person}>
        <Artwork name={person.fullName} src={person.avatar ?? undefined} size={36} />
        <span className={classes.words}>
          <Text fw={600} component="span">
            {person.fullName}
          </Text>
          {person.fullName !== person.email && (
            <Text size="sm" c="dimmed" component="span">
              {person.email}
            </Text>
          )}
        </span>
      </span>
    ),
  }),
  column.accessor(placesText, {
    id: 'stations',
    header: 'Works at',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) => <Places accountKey={accountKey} worker={original} />,
  }),
];

const Places = ({ accountKey, worker }: { accountKey: AccountKey; worker: AccountWorker }) => (
  <Group gap="xs">
    {worker.account && (
      <Group gap={6}>
        <Text size="sm">Whole account</Text>
        <RoleBadges roles={[roleText(worker.account)]} />
      </Group>
    )}
    {worker.stations.map((one) => (
      <Badge key={`${one.key} ${String(one.invited)}`} variant="default" tt="none" miw="max-content">
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              to="/accounts/$accountKey/stations/$stationKey/settings/people"
              params={{ accountKey, stationKey: one.key }}
              {...props}
            />
          )}
        >
          {one.name}
        </Anchor>{' '}
        · {roleText(one)}
      </Badge>
    ))}
  </Group>
);
