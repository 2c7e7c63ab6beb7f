import { ActionIcon } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import { duration as clock } from '#web/lib/format.ts';
import { barsPath, clampStart, peaksOf } from './spot-peaks.ts';
import classes from './Spot.module.css';
import { useSpotPlayer } from './use-spot-player.ts';

type SpotWaveProps = {
  audio: AudioBuffer;
  /** Length of the part that plays, s. */
  seconds: number;
  /** Where that part begins, s. */
  from: number;
  /** Lets the user move the part that plays. */
  onMove?: ((from: number) => void) | undefined;
};

const columns = 500;
const keySteps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageDown: -5, PageUp: 5 };

/** A spot as a waveform with a play button; in a longer file, the part that plays can be moved by pointer or arrow keys. */
export const SpotWave = ({ audio, seconds, from, onMove }: SpotWaveProps) => {
  const { position, play, stop } = useSpotPlayer();
  const path = useMemo(() => barsPath(peaksOf(audio.getChannelData(0), columns)), [audio]);
  const share = (second: number): string => `${String((second / audio.duration) * 100)}%`;
  const length = Math.min(seconds, audio.duration - from);
  const move = (to: number): void => {
    stop();
    onMove?.(clampStart(to, audio.duration, seconds));
  };
  const press = (event: KeyboardEvent): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = keySteps[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? audio.duration : undefined;
    if (step === undefined && to === undefined) return;
    event.preventDefault();
    move(to ?? from + (step ?? 0) * (isRtl && event.key.startsWith('Arrow') ? -1 : 1));
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const bar = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!bar) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    move(from + (event.movementX / bar.width) * audio.duration * (isRtl ? -1 : 1));
  };
  return (
    <div className={classes.player}>
      <ActionIcon
        size={40}
        radius="xl"
        variant="light"
        aria-label={position === undefined ? 'Play spot' : 'Stop spot'}
        onClick={() => (position === undefined ? play(audio, from, length) : stop())}
      >
        {position === undefined ? (
          <IconPlayerPlayFilled size={18} aria-hidden />
        ) : (
          <IconPlayerStopFilled size={18} aria-hidden />
        )}
      </ActionIcon>
      <div className={classes.wave}>
        <svg className={classes.bars} viewBox={`0 0 ${String(columns)} 100`} preserveAspectRatio="none" aria-hidden>
          <path d={path} />
        </svg>
        {onMove && (
          <span
            role="slider"
            tabIndex={0}
            className={classes.window}
            style={{ insetInlineStart: share(from), inlineSize: share(length) }}
            aria-label="Start of the part that plays"
            aria-valuemin={0}
            aria-valuemax={Math.floor(Math.max(0, audio.duration - seconds))}
            aria-valuenow={Math.round(from)}
            aria-valuetext={clock(from)}
            onKeyDown={press}
            onPointerMove={drag}
          />
        )}
        {position !== undefined && (
          <span
            className={classes.playhead}
            style={{ insetInlineStart: share(Math.min(position, audio.duration)) }}
            aria-hidden
          />
        )}
      </div>
      <span className={`numbers ${classes.time}`}>
        {position === undefined ? clock(length) : clock(Math.max(0, position - from))}
      </span>
    </div>
  );
};
