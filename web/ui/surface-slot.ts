import { createContext } from 'react';

/** Where what belongs into a card's title line is rendered; null until it is there, undefined in cards without a title. */
export const SurfaceSlot = createContext<HTMLElement | null | undefined>(undefined);
