import { ScrollArea, Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { AutoDjTrack } from '#contract/playout.ts';
import { NoData } from '#web/ui/table/NoData.tsx';
import classes from './Playlist.module.css';

const rowHeight = 53;
const virtualFrom = 100;

type RowsProps = { tracks: AutoDjTrack[]; head: React.ReactNode; renderRow: (track: AutoDjTrack) => React.ReactNode };

/** The rows of a playlist; a long one renders only its visible rows. */
export const PlaylistRows = ({ tracks, head, renderRow }: RowsProps) => {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const isLong = tracks.length > virtualFrom;
  const virtual = useVirtualizer({
    count: isLong ? tracks.length : 0,
    getScrollElement: () => viewport,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const visibleTracks = isLong ? items.flatMap(({ index }) => tracks[index] ?? []) : tracks;
  const above = items[0]?.start ?? 0;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    <ScrollArea
      viewportRef={setViewport}
      {...(isLong && { h: 680 })}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Playlist tracks' }}
    >
      <Table
        highlightOnHover
        stickyHeader={isLong}
        aria-label="Playlist"
        aria-rowcount={tracks.length + 1}
        className={classes.table}
      >
        {head}
        <Table.Tbody>
          {above > 0 && <tr aria-hidden className={classes.spacer} style={{ height: above }} />}
          {visibleTracks.map(renderRow)}
          {below > 0 && <tr aria-hidden className={classes.spacer} style={{ height: below }} />}
        </Table.Tbody>
      </Table>
      {tracks.length === 0 && <NoData />}
    </ScrollArea>
  );
};
