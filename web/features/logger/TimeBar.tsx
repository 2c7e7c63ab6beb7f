import type { KeyboardEvent, PointerEvent } from 'react';
import type { LogDay } from '#contract/logger.ts';
import type { Span } from './log-time.ts';
import classes from './TimeBar.module.css';

type TimeBarProps = {
  label: string;
  span: Span;
  sources: LogDay['sources'];
  at: number;
  /** What is marked to be cut. */
  marked?: Partial<Span> | undefined;
  /** What another bar shows larger. */
  shown?: Span;
  /** ms by an arrow key, and by Page Up and Down. */
  step: number;
  page: number;
  ticks: readonly { at: number; label: string }[];
  text: string;
  onPick: (at: number) => void;
};

/** A time as a bar, its sound coloured by source: a slider by pointer and by keys. */
export const TimeBar = ({ span, sources, at, marked, shown, ticks, onPick, ...bar }: TimeBarProps) => {
  const within = (moment: number): number => Math.min(Math.max(moment, span.from), span.to);
  const share = (moment: number): string => `${((within(moment) - span.from) / (span.to - span.from)) * 100}%`;
  const stretch = ({ from, to }: Span) => ({
    insetInlineStart: share(from),
    width: `calc(${share(to)} - ${share(from)})`,
  });
  const pick = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl';
    onPick(Math.min(span.from + (isTurned ? 1 - part : part) * (span.to - span.from), span.to - 1));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = keyed(event.key, at, { ...bar, span });
    if (to === undefined) return;
    event.preventDefault();
    onPick(Math.min(Math.max(to, span.from), span.to - 1));
  };
  const isMarked = marked?.from !== undefined && marked.to !== undefined && marked.to > marked.from;
  return (
    <div className={classes.root}>
      <div
        role="slider"
        tabIndex={0}
        className={classes.bar}
        aria-label={bar.label}
        aria-valuemin={span.from}
        aria-valuemax={span.to}
        aria-valuenow={Math.round(within(at))}
        aria-valuetext={bar.text}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pick(event);
        }}
        onPointerMove={pick}
        onKeyDown={onKeyDown}
      >
        {sources.map((source) =>
          source.to > span.from && source.from < span.to ? (
            <span key={source.from} className={classes.sound} data-source={source.source} style={stretch(source)} />
          ) : null,
        )}
        {shown && <span className={classes.shown} style={stretch(shown)} />}
        {isMarked && <span className={classes.marked} style={stretch(marked as Span)} />}
        {at >= span.from && at <= span.to && <span className={classes.now} style={{ insetInlineStart: share(at) }} />}
      </div>
      <div className={`${classes.ticks} numbers`} aria-hidden>
        {ticks.map((tick, i) => (
          <span key={tick.at} data-odd={i % 2 === 1 || undefined} style={{ insetInlineStart: share(tick.at) }}>
            {tick.label}
          </span>
        ))}
      </div>
    </div>
  );
};

type Steps = Pick<TimeBarProps, 'step' | 'page' | 'span'>;

const keyed = (key: string, at: number, { step, page, span }: Steps): number | undefined => {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step;
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step;
    case 'PageUp':
      return at + page;
    case 'PageDown':
      return at - page;
    case 'Home':
      return span.from;
    case 'End':
      return span.to;
    default:
      return undefined;
  }
};
