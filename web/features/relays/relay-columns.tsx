import { Badge } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '@tanstack/react-table';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { OnAir } from '#web/ui/OnAir.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import classes from './RelaysScreen.module.css';

type Row = Station & { live: StationLive | undefined };
type Actions = { onEdit: (relay: Station) => void; onRemove: (relay: Station) => void };

const column = createColumnHelper<Row>();
const icon = { size: 16, 'aria-hidden': true } as const;

/** The columns of the list of relays. */
export const relayColumns = ({ onEdit, onRemove }: Actions) => [
  column.accessor('name', { header: 'Name', cell: ({ row: { original } }) => <Name relay={original} /> }),
  column.accessor(({ live, server_status }) => live?.source ?? server_status.radio_server_status, {
    id: 'status',
    header: 'Status',
    meta: { onPhone: 'below' },
    cell: ({ row: { original } }) =>
      original.suspended ? (
        <Badge color="yellow" miw="max-content">
          Suspended
        </Badge>
      ) : (
        <OnAir live={original.live} size="sm" />
      ),
  }),
  column.accessor(sourceOf, {
    id: 'source',
    header: 'Source',
    meta: { onPhone: 'named' },
    cell: ({ getValue }) => (
      <bdi className={classes.source} title={getValue()}>
        {getValue()}
      </bdi>
    ),
  }),
  column.accessor('streamname', {
    header: 'Mount',
    meta: { onPhone: 'below' },
    cell: ({ getValue }) => <bdi>/{getValue()}</bdi>,
  }),
  column.accessor(({ radio_server_settings: { bitrate } }) => bitrate / 1000, {
    id: 'bitrate',
    header: 'kbit/s',
    meta: { onPhone: 'named' },
  }),
  column.accessor(({ live }) => live?.listeners ?? 0, {
    id: 'listeners',
    header: 'Listeners',
    meta: { align: 'end', onPhone: 'named' },
  }),
  column.display({
    id: 'actions',
    header: () => <span className={classes.hidden}>Actions</span>,
    cell: ({ row: { original: relay } }) =>
      relay.rights.admin && (
        <MoreMenu label={`Actions for ${relay.name}`}>
          <DropGroup>
            <DropItem icon={<IconPencil {...icon} />} onClick={() => onEdit(relay)} disabled={relay.suspended}>
              Edit
            </DropItem>
          </DropGroup>
          <DropGroup>
            <DropItem icon={<IconTrash {...icon} />} onClick={() => onRemove(relay)} danger>
              Delete
            </DropItem>
          </DropGroup>
        </MoreMenu>
      ),
    meta: { align: 'end' },
  }),
];

/** A relay's source: its URL or the master's name. */
const sourceOf = ({ radio_server_settings: { relay_url }, master }: Station): string =>
  relay_url === '' ? (master?.name ?? '') : relay_url;

const Name = ({ relay }: { relay: Station }) =>
  relay.rights.staff ? (
    <Link
      to="/accounts/$accountKey/stations/$stationKey"
      params={{ accountKey: relay.account_key, stationKey: relay.key }}
      className={classes.name}
    >
      {relay.name}
    </Link>
  ) : (
    <span className={classes.still}>{relay.name}</span>
  );
