import { useRef, useState, type PointerEvent } from 'react';
import type { PlacedBlock } from './placed-block.ts';
import { dayMinutes, movedBlock, resizedBlock, step, type Block } from './week-blocks.ts';

type Drag = {
  /** As it was when the drag began; without an ID, it is being drawn. */
  block: DraggedBlock;
  /** As it is now; undefined until the pointer has moved it. */
  now: DraggedBlock | undefined;
  edge: 'from' | 'to' | undefined;
  x: number;
  y: number;
  /** Pixels of a day's column. */
  width: number;
  height: number;
};

export type DraggedBlock = Block & Partial<Pick<PlacedBlock, 'id' | 'playlist'>>;
type Down = (event: PointerEvent<HTMLElement>) => void;

type BlockDrag = {
  /** The block while it is dragged or drawn. */
  dragged: DraggedBlock | undefined;
  /** Handlers of the calendar, which has the pointer during a drag: blocks may disappear and be drawn elsewhere meanwhile. */
  root: { onPointerMove: Down; onPointerUp: Down; onPointerCancel: () => void };
  /** Begins to drag a block. */
  grab: (block: PlacedBlock) => Down;
  /** Begins to draw in the empty column of a day, in which a mouse draws; touches scroll. */
  draw: (day: number) => Down;
};

/** Drags blocks of the calendar by pointer, in steps of a quarter of an hour and a day; none without `onDraw`. */
export const useBlockDrag = (
  onChange: (block: PlacedBlock) => void,
  onDraw: ((block: Block) => void) | undefined,
): BlockDrag => {
  // What counts is here, not in the state: on a busy page the pointer is up before its last move is rendered.
  const drag = useRef<Drag>(undefined);
  const [dragged, setDragged] = useState<DraggedBlock>();
  const start = (event: PointerEvent<HTMLElement>, block: DraggedBlock, edge: Drag['edge']): void => {
    const root = event.currentTarget.closest<HTMLElement>('[data-calendar]');
    const column = root?.querySelector('[data-column]');
    if (event.button !== 0 || !root || !column || !onDraw) return;
    root.setPointerCapture(event.pointerId);
    const { width, height } = column.getBoundingClientRect();
    drag.current = { block, now: undefined, edge, x: event.clientX, y: event.clientY, width, height };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const { current } = drag;
    if (!current) return;
    const { block, now, edge, x, y, width, height } = current;
    const minutes = Math.round((((clientY - y) / height) * dayMinutes) / step) * step;
    const next = edge
      ? resizedBlock(block, edge, minutes)
      : movedBlock(block, Math.round((clientX - x) / width), minutes);
    const isMoved = next.day !== block.day || next.from !== block.from || next.to !== block.to;
    if (!isMoved && !now) return;
    current.now = { ...block, ...next };
    setDragged(current.now);
  };
  const end = (): Drag['now'] => {
    const now = drag.current?.now;
    drag.current = undefined;
    setDragged(undefined);
    return now;
  };
  const onPointerUp = (event: PointerEvent): void => {
    // Its last move may not have been reported.
    onPointerMove(event);
    const now = end();
    if (!now) return;
    const { id, playlist, day, from, to } = now;
    if (id !== undefined && playlist !== undefined) onChange({ id, playlist, day, from, to });
    else onDraw?.({ day, from, to });
  };
  return {
    dragged,
    root: { onPointerMove, onPointerUp, onPointerCancel: () => void end() },
    grab: (block) => (event) => start(event, block, (event.target as HTMLElement).dataset['edge'] as Drag['edge']),
    draw: (day) => (event) => {
      if (event.pointerType !== 'mouse') return;
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const at = Math.floor((((event.clientY - top) / height) * dayMinutes) / step) * step;
      start(event, { day, from: at, to: at + step }, 'to');
    },
  };
};
