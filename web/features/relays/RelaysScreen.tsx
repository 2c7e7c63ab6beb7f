import { Alert, Anchor, Button } from '@mantine/core';
import { IconAccessPoint, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { Station } from '#contract/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { stationQuery, useStationsLive } from '#web/parts/station-queries.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
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
      {station.master ? <IsRelay station={station} master={station.master} /> : <Relays station={station} />}
      <Suspense>{seesLink && <LinkPanels station={station} />}</Suspense>
    </div>
  );
};

const IsRelay = ({ station, master }: { station: Station; master: NonNullable<Station['master']> }) => (
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
        , where relays are added and changed.
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
  const [asked, setAsked] = useState<Station>();
  const rows = useMemo(() => data.entities.map((one) => ({ ...one, live: live.get(one.key) })), [data, live]);
  const columns = useMemo(() => relayColumns({ onEdit: setEdited, onRemove: setAsked }), []);
  const add = mayAdd && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
      Add a relay
    </Button>
  );
  return (
    <>
      <Surface
        flush
        title="Relays"
        description="Stations that send this one’s sound on, each with its own address, format and numbers."
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
            <Teach icon={<IconAccessPoint size={30} />} title="No relays yet" action={add}>
              A relay is heard under an address of its own: in a lower bit rate for phones, for another country, or with
              its own programme at times. It doesn’t count for your plan’s stations.
            </Teach>
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
      <RemoveRelay master={station} relay={asked} onClose={() => setAsked(undefined)} />
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
        announceSuccess(`${relay.name} was deleted. It can be restored for 30 days.`);
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
      Its listeners are let go, and its address answers nobody. {master.name} goes on.
    </ConfirmDialog>
  );
};
