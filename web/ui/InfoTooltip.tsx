import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import classes from './InfoTooltip.module.css';

type InfoTooltipProps = { label: string; children: ReactNode };
type Position = { x: number; y: number; isAbove: boolean };

const width = 260;
const margin = 8;

/**
 * A tooltip shown on hover and focus. It stays while the pointer is on the tooltip itself, closes on Escape, and stays
 * within the window.
 */
export const InfoTooltip = ({ label, children }: InfoTooltipProps) => {
  const [position, setPosition] = useState<Position>();
  const root = useRef<HTMLSpanElement>(null);
  const id = useId();
  const show = (): void => {
    if (root.current) setPosition(positionBy(root.current.getBoundingClientRect()));
  };
  const hide = (): void => setPosition(undefined);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !position) return;
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
      {position && (
        <span
          role="tooltip"
          id={id}
          className={classes.words}
          data-above={position.isAbove || undefined}
          style={{ left: position.x, top: position.y, maxWidth: width }}
        >
          {label}
        </span>
      )}
    </span>
  );
};

/** Below the element, or above it near the bottom of the window; clamped to the window's sides. */
const positionBy = ({ left, top, bottom, width: own }: DOMRect): Position => {
  const half = width / 2;
  const x = Math.min(Math.max(left + own / 2, half + margin), Math.max(half + margin, innerWidth - half - margin));
  const isAbove = bottom + 120 > innerHeight;
  return { x, y: isAbove ? top : bottom, isAbove };
};
