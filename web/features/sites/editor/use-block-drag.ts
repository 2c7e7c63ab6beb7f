import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  extractClosestEdge,
  type Edge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Dragged = { index: number; canMove: boolean; onMove: (from: number, to: number) => void };

const isBlock = (data: Record<string | symbol, unknown>): data is { block: number } =>
  typeof data['block'] === 'number';

/** Moves a block of a list by its handle, to where it is dropped between others. */
export const useBlockDrag = ({ index, canMove, onMove }: Dragged) => {
  const rowRef = useRef<HTMLDivElement>(null);
  const handleRef = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  const drop = useEffectEvent((from: number, isBelow: boolean): void => {
    const place = index + (isBelow ? 1 : 0);
    const to = from < place ? place - 1 : place;
    if (to !== from) onMove(from, to);
  });
  useEffect(() => {
    const element = rowRef.current;
    const dragHandle = handleRef.current;
    if (!element || !dragHandle || !canMove) return undefined;
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ block: index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isBlock(source.data) && source.data.block !== index,
        getData: ({ input }) =>
          attachClosestEdge({ block: index }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          if (isBlock(source.data)) drop(source.data.block, extractClosestEdge(self.data) === 'bottom');
        },
      }),
    );
  }, [index, canMove]);
  return { rowRef, handleRef, edge, isDragged };
};
