import { createContext, use, useLayoutEffect, useState, type RefObject } from 'react';

/** Where what belongs into a card's title line is rendered; undefined in cards without a title. */
export const SurfaceSlot = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

/** The element in the title line of the card around a component; null until it is there, undefined where there is none. */
export const useSurfaceSlot = (): HTMLElement | null | undefined => {
  const slot = use(SurfaceSlot);
  const [element, setElement] = useState<HTMLElement | null>(null);
  // oxlint-disable-next-line react/set-state-in-effect -- the title line's element is there only once it is rendered
  useLayoutEffect(() => setElement(slot?.current ?? null), [slot]);
  return slot && element;
};
