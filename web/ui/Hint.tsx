import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './Hint.module.css';

type HintProps = { label: string; children: ReactNode };
type Place = { x: number; y: number; isAbove: boolean };

const width = 260;
const margin = 8;

/**
 * What a thing means, while the pointer or the focus is on it. Stays while the pointer is on the words themselves, goes
 * by Escape, and keeps within the window.
 */
export const Hint = ({ label, children }: HintProps) => {
  const [place, setPlace] = useState<Place>();
  const root = useRef<HTMLSpanElement>(null);
  const id = useId();
  const show = (): void => {
    if (root.current) setPlace(placeBy(root.current.getBoundingClientRect()));
  };
  const hide = (): void => setPlace(undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !place) return;
    event.stopPropagation();
    hide();
  };
  return (
    <span
      ref={root}
      className={classes.root}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') show();
      }}
      onPointerLeave={hide}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) show();
      }}
      onBlur={hide}
      onKeyDown={onKeyDown}
    >
      {children}
      {place && (
        <span
          role="tooltip"
          id={id}
          className={classes.words}
          data-above={place.isAbove || undefined}
          style={{ left: place.x, top: place.y, maxWidth: width }}
        >
          {label}
        </span>
      )}
    </span>
  );
};

/** Under its thing, or above it near the window's end; never beyond the window's sides. */
const placeBy = ({ left, top, bottom, width: own }: DOMRect): Place => {
  const half = width / 2;
  const x = Math.min(Math.max(left + own / 2, half + margin), Math.max(half + margin, innerWidth - half - margin));
  const isAbove = bottom + 120 > innerHeight;
  return { x, y: isAbove ? top : bottom, isAbove };
};
