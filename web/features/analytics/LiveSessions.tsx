import { IconHeadphones } from '@tabler/icons-react';
import { createColumnHelper } from '@tanstack/react-table';
import type { LiveStats } from '#contract/live-stats.ts';
import { longDuration } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useLocalTableState } from '#web/ui/table/use-local-table-state.ts';

type Session = LiveStats['sessions'][number];

/** Who listens at this moment: since when, from where, with what. */
export const LiveSessions = ({ sessions }: { sessions: Session[] }) => (
  <Surface mt="md" title="Listening now" flush>
    <DataTable
      label="Listening now"
      columns={columns}
      rows={sessions}
      rowId={(session) => `${session.started}.${session.country}.${session.city}.${session.device}.${session.player}`}
      table={useLocalTableState()}
      defaultSize={10}
      empty={
        <Teach icon={<IconHeadphones size={30} />} title="Nobody is listening right now">
          Put the stream’s address on your website, or open it in a player: each listener shows up here within seconds.
        </Teach>
      }
    />
  </Surface>
);

const column = createColumnHelper<Session>();
const columns = [
  column.accessor('country', { header: 'Country' }),
  column.accessor('city', { header: 'City' }),
  column.accessor('device', { header: 'Device' }),
  column.accessor('player', { header: 'Player' }),
  column.accessor('seconds', {
    header: 'Listening for',
    cell: ({ getValue }) => longDuration(getValue()),
    meta: { align: 'end' },
  }),
];
