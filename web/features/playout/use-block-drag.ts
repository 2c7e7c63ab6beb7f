import { useRef, useState, type PointerEvent } from 'react';
import type { PlacedBlock } from './placed-block.ts';
import { dayMinutes, movedBlock, resizedBlock, step, type Block } from './week-blocks.ts';

type Drag = {
  /** As it was when the drag began; without an ID, it is being drawn. */
  block: Block & Partial<PlacedBlock>;
  edge: 'from' | 'to' | undefined;
  x: number;
  y: number;
  /** Pixels of a day's column. */
  width: number;
  height: number;
};

type BlockDrag = {
  /** The block while it is dragged or drawn. */
  dragged: (Block & Partial<PlacedBlock>) | undefined;
  /** Handlers of a block. */
  grab: (block: PlacedBlock) => PointerHandlers;
  /** Handlers of an empty column, in which a mouse draws; touches scroll. */
  draw: (day: number) => PointerHandlers;
};

type PointerHandlers = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
};

/** Drags blocks of the calendar by pointer, in steps of a quarter of an hour and a day; none without `onDraw`. */
export const useBlockDrag = (
  onChange: (block: PlacedBlock) => void,
  onDraw: ((block: Block) => void) | undefined,
): BlockDrag => {
  const drag = useRef<Drag>(undefined);
  const [dragged, setDragged] = useState<BlockDrag['dragged']>();
  const start = (event: PointerEvent<HTMLElement>, block: Drag['block'], edge: Drag['edge']): void => {
    const column = event.currentTarget.closest<HTMLElement>('[data-column]');
    if (event.button !== 0 || !column || !onDraw) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { width, height } = column.getBoundingClientRect();
    drag.current = { block, edge, x: event.clientX, y: event.clientY, width, height };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const { current } = drag;
    if (!current) return;
    const { block, edge, x, y, width, height } = current;
    const minutes = Math.round((((clientY - y) / height) * dayMinutes) / step) * step;
    const next = edge
      ? resizedBlock(block, edge, minutes)
      : movedBlock(block, Math.round((clientX - x) / width), minutes);
    const isChanged = next.day !== block.day || next.from !== block.from || next.to !== block.to;
    if (isChanged || dragged) setDragged({ ...block, ...next });
  };
  const end = (isKept: boolean) => (): void => {
    drag.current = undefined;
    setDragged(undefined);
    if (!dragged || !isKept) return;
    const { id, playlist, day, from, to } = dragged;
    if (id !== undefined && playlist !== undefined) onChange({ id, playlist, day, from, to });
    else onDraw?.({ day, from, to });
  };
  const ends = { onPointerMove, onPointerUp: end(true), onPointerCancel: end(false) };
  return {
    dragged,
    grab: (block) => ({
      ...ends,
      onPointerDown: (event) => {
        event.stopPropagation();
        start(event, block, (event.target as HTMLElement).dataset['edge'] as Drag['edge']);
      },
    }),
    draw: (day) => ({
      ...ends,
      onPointerDown: (event) => {
        if (event.pointerType !== 'mouse') return;
        const { top, height } = event.currentTarget.getBoundingClientRect();
        const at = Math.floor((((event.clientY - top) / height) * dayMinutes) / step) * step;
        start(event, { day, from: at, to: at + step }, 'to');
      },
    }),
  };
};
