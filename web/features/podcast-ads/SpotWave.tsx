import { useMemo, type KeyboardEvent } from 'react';
import type * as z from 'zod/mini';
import type { AdMarker } from '#contract/api/ad-markers.ts';
import type { AudioEdit } from '#contract/api/episode.ts';
import type { Waveform } from '#contract/api/episodes.ts';
import { duration as clock } from '#web/lib/format.ts';
import { barsPath, deliveredPeaks } from './peaks.ts';
import classes from './Spots.module.css';

type SpotWaveProps = {
  wave: z.infer<typeof Waveform> | undefined;
  cuts: AudioEdit['cuts'];
  duration: number;
  markers: readonly AdMarker[];
  playing: number | undefined;
  /** The episode's own spots in seconds, in the order they were added; movable. */
  own: readonly number[] | undefined;
  errorAt: (index: number) => string | undefined;
  /** Undefined when no more spots are allowed. */
  onAdd: ((at: number) => void) | undefined;
  onMove: (index: number, at: number) => void;
  onRemove: (index: number) => void;
};

const columns = 600;

/** The waveform of an episode with its spots; its own ones can be moved by pointer or arrow keys. */
export const SpotWave = (props: SpotWaveProps) => {
  const { wave, cuts, duration, markers, playing, own, errorAt, onAdd, onMove, onRemove } = props;
  const path = useMemo(() => wave && barsPath(deliveredPeaks(wave, cuts, columns)), [wave, cuts]);
  const share = (at: number): string => `${String((Math.min(at, duration) / duration) * 100)}%`;
  const fixed = markers.filter(({ kind }) => own === undefined || kind !== 'mid');
  const secondAt = (clientX: number, bar: HTMLElement): number => {
    const { left, width } = bar.getBoundingClientRect();
    const part = Math.min(Math.max((clientX - left) / width, 0), 1);
    return Math.round((getComputedStyle(bar).direction === 'rtl' ? 1 - part : part) * duration);
  };
  return (
    <>
      <div
        className={classes.wave}
        data-adds={onAdd !== undefined || undefined}
        onClick={(event) => {
          if (onAdd && !(event.target as HTMLElement).closest('[role=slider]'))
            onAdd(secondAt(event.clientX, event.currentTarget));
        }}
      >
        {path === undefined ? (
          <span className={classes.flat}>Waveform not available yet.</span>
        ) : (
          <svg className={classes.bars} viewBox={`0 0 ${String(columns)} 100`} preserveAspectRatio="none" aria-hidden>
            <path d={path} />
          </svg>
        )}
        {fixed.map(({ kind, at }) => (
          <span
            key={`${kind}${String(at)}`}
            className={classes.marker}
            style={{ insetInlineStart: share(at) }}
            aria-hidden
          />
        ))}
        {own?.map((at, i) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a spot is identified by its index, since its time changes
            key={i}
            role="slider"
            tabIndex={0}
            className={classes.marker}
            data-movable
            data-wrong={errorAt(i) !== undefined || undefined}
            style={{ insetInlineStart: share(at) }}
            aria-label={`Spot ${String(i + 1)}`}
            aria-valuemin={0}
            aria-valuemax={Math.floor(duration)}
            aria-valuenow={at}
            aria-valuetext={clock(at)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              const bar = event.currentTarget.parentElement;
              if (bar && event.currentTarget.hasPointerCapture(event.pointerId))
                onMove(i, secondAt(event.clientX, bar));
            }}
            onKeyDown={(event) => {
              const to = timeForKey(event, at, duration);
              if (to === undefined) return;
              event.preventDefault();
              if (to === 'remove') onRemove(i);
              else onMove(i, Math.min(Math.max(to, 0), Math.floor(duration)));
            }}
          />
        ))}
        {playing !== undefined && <span className={classes.playhead} style={{ insetInlineStart: share(playing) }} />}
      </div>
      <div className={`${classes.ends} numbers`} aria-hidden>
        <span>{clock(0)}</span>
        <span>{clock(duration)}</span>
      </div>
    </>
  );
};

const timeForKey = ({ key, shiftKey }: KeyboardEvent, at: number, duration: number): number | 'remove' | undefined => {
  const step = shiftKey ? 10 : 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return at + step;
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - step;
    case 'PageUp':
      return at + 60;
    case 'PageDown':
      return at - 60;
    case 'Home':
      return 0;
    case 'End':
      return duration;
    case 'Delete':
    case 'Backspace':
      return 'remove';
    default:
      return undefined;
  }
};
