import { Alert, Anchor, Button } from '@mantine/core';
import { IconAccessPoint, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { limits } from '#contract/rules/limits.ts';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery, useStationsLive } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { relaysQuery, useRemoveRelay } from './queries.ts';
import { relayColumns } from './relay-columns.tsx';
import classes from './RelaysScreen.module.css';

const RelayDialog = lazy(() =>
  loadChunk(() => import('./RelayDialog.tsx')).then((part) => ({ default: part.RelayDialog })),
);
const LinkPanels = lazy(() =>
  loadChunk(() => import('./LinkPanels.tsx')).then((part) => ({ default: part.LinkPanels })),
);

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/stations/{stationKey}/relays`: the relays of a station, its master link, and how a stock Icecast relays it. */
export const RelaysScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const seesLink = useMay('station.readCredentials', { accountKey, stationKey }) && !station.suspended;
  usePageTitle(`${station.name}: Relays`);
  return (
    <div className={classes.root}>
      {station.master ? <RelayNotice station={station} master={station.master} /> : <Relays station={station} />}
      <Suspense>{seesLink && <LinkPanels station={station} />}</Suspense>
    </div>
  );
};

const RelayNotice = ({ station, master }: { station: Station; master: NonNullable<Station['master']> }) => (
  <Alert title="This station is a relay" color="gray" variant="light">
    {master.state === 'deleted' ? (
      'Its master station was deleted.'
    ) : (
      <>
        It belongs to{' '}
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => (
            <Link
              to="/accounts/$accountKey/stations/$stationKey/relays"
              params={{ accountKey: station.account_key, stationKey: master.key }}
              {...props}
            />
          )}
        >
          {master.name}
        </Anchor>
        . Add and change relays there.
      </>
    )}
  </Alert>
);

const Relays = ({ station }: { station: Station }) => {
  const { key: stationKey, account_key: accountKey } = station;
  const { data } = useSuspenseQuery(relaysQuery(stationKey));
  const live = useStationsLive(data.entities.map(({ key }) => key));
  const mayAdd = useMay('station.addRelay', { accountKey, stationKey }) && !station.suspended;
  const table = useTableState();
  const [edited, setEdited] = useState<Station | 'new'>();
  const [removing, setRemoving] = useState<Station>();
  const rows = useMemo(() => data.entities.map((one) => ({ ...one, live: live.get(one.key) })), [data, live]);
  const columns = useMemo(() => relayColumns({ onEdit: setEdited, onRemove: setRemoving }), []);
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      Add relay
    </Button>
  );
  return (
    <>
      <Surface
        flush
        title="Relays"
        description="Relays rebroadcast this station at their own URL, with their own format and statistics."
        actions={data.entities.length > 0 && add}
      >
        <DataTable
          label="Relays"
          columns={columns}
          rows={rows}
          rowId={({ key }) => key}
          table={table}
          defaultSize={limits.tableDefaultPage}
          empty={
            <EmptyState icon={<IconAccessPoint size={30} />} title="No relays yet" action={add}>
              A relay has its own URL: use it for a lower bit rate for phones, for another country, or with its own
              programme at times. Relays do not count toward your station limit.
            </EmptyState>
          }
        />
      </Surface>
      <Suspense>
        {edited && (
          <RelayDialog
            master={station}
            relay={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
      <RemoveRelay master={station} relay={removing} onClose={() => setRemoving(undefined)} />
    </>
  );
};

type RemoveRelayProps = { master: Station; relay: Station | undefined; onClose: () => void };

const RemoveRelay = ({ master, relay, onClose }: RemoveRelayProps) => {
  const remove = useRemoveRelay(master.key);
  const confirm = (): void => {
    if (!relay) return;
    remove.mutate(relay, {
      onSuccess: () => {
        toastSuccess(`${relay.name} deleted. You can restore it for 30 days.`);
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      opened={relay !== undefined}
      title={`Delete ${relay?.name ?? ''}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Takes the relay off the air and disconnects its listeners. {master.name} stays on the air.
    </ConfirmDialog>
  );
};
