import { useVirtualizer } from '@tanstack/react-virtual';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import { longFrom, rowHeight, Spacer } from './PlaylistSpacer.tsx';

type VisibleProps = {
  viewport: HTMLDivElement | null;
  tracks: AutoDjTrack[];
  renderRow: (track: AutoDjTrack) => React.ReactNode;
};

/** The rows of a long playlist that are in view; loaded with the first long one. */
export const VisibleRows = ({ viewport, tracks, renderRow }: VisibleProps) => {
  const isLong = tracks.length > longFrom;
  const virtual = useVirtualizer({
    count: isLong ? tracks.length : 0,
    getScrollElement: () => viewport,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const items = virtual.getVirtualItems();
  const visibleTracks = isLong ? items.flatMap(({ index }) => tracks[index] ?? []) : tracks;
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {visibleTracks.map(renderRow)}
      <Spacer height={isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0} />
    </>
  );
};
