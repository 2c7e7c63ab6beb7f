import type { StationDesired, StationState } from '#contract/engine/engine.ts';
import type { AutoDj } from '#streaming/autodj/autodj-port.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { Input } from './input.ts';
import { createOutputFrames } from './output-frames.ts';
import type { OutputState } from './output-state.ts';
import { createSentAudio } from './sent-audio.ts';

export type OutputSource = StationState['source'];

export type StationOutputOptions = {
  format: StationDesired['format'];
  settings(): Pick<StationDesired, 'burst_ms' | 'stall_ms' | 'hold_ms'>;
  autodj: AutoDj;
  /** µs of audio sent by the station before this output. */
  from: number;
  emit(batch: Pick<FrameBatch, 'at' | 'duration' | 'offsets' | 'data'>): void;
  /** The sender to play next when the current one is lost; without one the Auto DJ plays. */
  successor(now: number): Input | undefined;
  /** Another source is on the air from the next frame on; `left`: the previous sender, if any. */
  switched(source: OutputSource, left: Input | undefined, reason: string): void;
};

export type StationOutput = {
  /** Sends what is owed by `now`. */
  turn(now: number): void;
  /** Puts a sender on the air from `now` on. */
  switchTo(input: Input, now: number): void;
  /** The sender has gone. `cut`: its last 50 ms play, then the next source; `play`: everything it sent. */
  removeSender(input: Input, now: number, reason: string, tail: 'cut' | 'play'): void;
  /** Sends the collected frames as a batch. */
  flush(): void;
  source(): OutputSource;
  /** The sender on the air, if any. */
  onAir(): Input | undefined;
  /** Audio sent minus elapsed time, ms, as of the last turn. */
  clock(): number;
  /** When a stalled sender will count as lost; undefined while audio arrives. */
  deadline(): number | undefined;
  at(): number;
  /** When its first sample would have been due on the clock as it runs now, ms; undefined while it stands still. */
  zero(): number | undefined;
};

/** Audio that a starting station sends at once, so that its first listeners have a buffer, ms. */
const headStartMs = 1500;
/** How long to wait for a slow disk before filling with silence, ms. */
const patienceMs = 1000;
/** How much of a lost sender's buffer still plays, ms. */
const tailMs = 50;

/**
 * The output of one station in one format: the highest-priority source with audio, on one clock, switched at frame
 * boundaries.
 */
export const createStationOutput = (options: StationOutputOptions): StationOutput => {
  const { autodj } = options;
  const sent = createSentAudio(options);
  const frames = createOutputFrames({
    ...options,
    sent,
    switched: (to, left, reason) => options.switched(sourceOf(to), left, reason),
  });
  /** When a station that starts began to wait for the Auto DJ. */
  let opened: number | undefined;
  let clock = 0;

  const start = (now: number): void => {
    opened ??= now;
    const isWaiting = frames.output().state === 'autodj' && autodj.status() === 'reading';
    if (isWaiting && now - opened < patienceMs) return;
    const headStart = frames.output().input ? 0 : Math.min(headStartMs, options.settings().burst_ms);
    sent.start(now - headStart);
  };

  const turn = (now: number): void => {
    frames.wake();
    if (frames.output().state === 'none') return;
    if (!sent.isStarted()) start(now);
    if (!sent.isStarted()) return;
    sendDue(now);
    sent.flush();
    clock = -sent.owed(now);
  };

  const sendDue = (now: number): void => {
    frames.beginTurn();
    sent.forgive(now);
    while (sent.owed(now) > 0) {
      const frame = frames.next(now);
      if (!frame) break;
      sent.add(frame);
    }
    if (frames.output().state === 'none') opened = undefined;
    const { input } = frames.output();
    if (!input) return;
    for (let missing = sent.missing(now); missing > 0; missing--) {
      input.source().cut();
      sent.add(sent.silence);
    }
  };

  return {
    turn,
    flush: sent.flush,
    switchTo(input, now) {
      if (sent.isStarted()) sendDue(now);
      frames.take(input);
      if (!sent.isStarted()) sent.start(now);
    },
    removeSender(input, now, reason, tail) {
      if (input !== frames.output().input) return;
      const ms = Math.max(sent.owed(now), 0) + tailMs;
      if (tail === 'cut') input.source().keepNext(ms);
      frames.lose(reason, tail === 'cut' ? sent.at() + ms * 1000 : Infinity);
      turn(now);
    },
    source: () => sourceOf(frames.output()),
    onAir: () => frames.output().input,
    clock: () => clock,
    deadline: frames.deadline,
    at: sent.at,
    zero: sent.zero,
  };
};

const sourceOf = (output: OutputState): OutputSource => (output.input ? output.input.kind : output.state);
