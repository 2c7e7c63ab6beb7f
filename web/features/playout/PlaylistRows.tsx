import { ScrollArea, Table } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { NoData } from '#web/ui/table/NoData.tsx';
import { longFrom, rowHeight, Spacer } from './PlaylistSpacer.tsx';
import classes from './Playlist.module.css';

const VisibleRows = lazy(() =>
  loadChunk(() => import('./VisibleRows.tsx')).then((part) => ({ default: part.VisibleRows })),
);
/** More than fit, until the code that finds the visible rows is loaded. */
const firstRows = 20;

type RowsProps = { tracks: AutoDjTrack[]; head: React.ReactNode; renderRow: (track: AutoDjTrack) => React.ReactNode };

/** The rows of a playlist; a long one renders only its visible rows. */
export const PlaylistRows = ({ tracks, head, renderRow }: RowsProps) => {
  const [viewport, setViewport] = useState<HTMLDivElement | null>(null);
  const isLong = tracks.length > longFrom;
  // One that was long stays as it is rendered, so that no row loses the focus when the list gets shorter.
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
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
          {wasLong ? (
            <Suspense fallback={<FirstRows tracks={tracks} renderRow={renderRow} />}>
              <VisibleRows viewport={viewport} tracks={tracks} renderRow={renderRow} />
            </Suspense>
          ) : (
            tracks.map(renderRow)
          )}
        </Table.Tbody>
      </Table>
      {tracks.length === 0 && <NoData />}
    </ScrollArea>
  );
};

const FirstRows = ({ tracks, renderRow }: Omit<RowsProps, 'head'>) => (
  <>
    {tracks.slice(0, firstRows).map(renderRow)}
    <Spacer height={(tracks.length - firstRows) * rowHeight} />
  </>
);
