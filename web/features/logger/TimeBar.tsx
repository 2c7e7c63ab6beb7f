import type { KeyboardEvent, PointerEvent } from 'react';
import type { LogDay } from '#contract/api/logger.ts';
import type { Span } from './log-time.ts';
import classes from './TimeBar.module.css';

type TimeBarProps = {
  label: string;
  span: Span;
  sources: LogDay['sources'];
  at: number;
  /** The selection to clip. */
  marked?: Partial<Span> | undefined;
  /** The span that another bar shows enlarged. */
  shown?: Span;
  /** ms per arrow key and per Page Up or Down. */
  step: number;
  page: number;
  ticks: readonly { at: number; label: string }[];
  text: string;
  onPick: (at: number) => void;
};

/** A timeline coloured by source; a slider for pointer and keyboard. */
export const TimeBar = ({ span, sources, at, marked, shown, ticks, onPick, ...bar }: TimeBarProps) => {
  const clamp = (moment: number): number => Math.min(Math.max(moment, span.from), span.to);
  const percentOf = (moment: number): string => `${((clamp(moment) - span.from) / (span.to - span.from)) * 100}%`;
  const barStyle = ({ from, to }: Span) => ({
    insetInlineStart: percentOf(from),
    width: `calc(${percentOf(to)} - ${percentOf(from)})`,
  });
  const pick = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.type === 'pointermove' && !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const part = Math.min(Math.max((event.clientX - left) / width, 0), 1);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    onPick(Math.min(span.from + (isRtl ? 1 - part : part) * (span.to - span.from), span.to - 1));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = positionByKey(event.key, at, { ...bar, span });
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
        aria-valuenow={Math.round(clamp(at))}
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
            <span key={source.from} className={classes.sound} data-source={source.source} style={barStyle(source)} />
          ) : null,
        )}
        {shown && <span className={classes.shown} style={barStyle(shown)} />}
        {isMarked && <span className={classes.marked} style={barStyle(marked as Span)} />}
        {at >= span.from && at <= span.to && (
          <span className={classes.now} style={{ insetInlineStart: percentOf(at) }} />
        )}
      </div>
      <div className={`${classes.ticks} numbers`} aria-hidden>
        {ticks.map((tick, i) => (
          <span key={tick.at} data-odd={i % 2 === 1 || undefined} style={{ insetInlineStart: percentOf(tick.at) }}>
            {tick.label}
          </span>
        ))}
      </div>
    </div>
  );
};

type Steps = Pick<TimeBarProps, 'step' | 'page' | 'span'>;

const positionByKey = (key: string, at: number, { step, page, span }: Steps): number | undefined => {
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
