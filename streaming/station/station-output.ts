import type { StationDesired, StationState } from '#contract/engine.ts';
import type { AutoDj } from '#streaming/autodj/autodj-port.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createBatchBuilder } from '#streaming/frames/batch-builder.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import type { Input } from './input.ts';
import { createLagWatch } from './lag-watch.ts';
import { createPacer } from './pacer.ts';

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
  readonly source: OutputSource;
  /** The sender on the air, if any. */
  readonly onAir: Input | undefined;
  /** Audio sent minus elapsed time, ms, as of the last turn. */
  readonly clock: number;
  /** When a stalled sender will count as lost; undefined while audio arrives. */
  readonly deadline: number | undefined;
  readonly at: number;
};

/** Audio that a starting station sends at once, so that its first listeners have a buffer, ms. */
const headStartMs = 1500;
/** How long to wait for a slow disk before filling with silence, ms. */
const patienceMs = 1000;
/** How long nothing is sent while a sender stalls: listeners play from their burst, ms. */
const withholdMs = 3000;
/** How much of a lost sender's buffer still plays, ms. */
const tailMs = 50;
/** After a process stall, more than this is not made up, ms. */
const longestDebtMs = 10_000;
/** µs of audio after which a batch is sent while more is owed. */
const longestBatch = 600_000;

/**
 * The output of one station in one format: the highest-priority source with audio, on one clock, switched at frame
 * boundaries.
 */
export function createStationOutput(options: StationOutputOptions): StationOutput {
  const { autodj, format } = options;
  const silence = silenceOf(format);
  const builder = createBatchBuilder(silence);
  const pacer = createPacer(format.sample_rate, options.from);
  const lag = createLagWatch();
  let source: OutputSource = autodj.status === 'empty' ? 'silence' : 'autodj';
  let onAir: Input | undefined;
  let lost: { reason: string; /** The tail plays until then, µs of audio sent. */ until: number } | undefined;
  let opened: number | undefined;
  let silentSince: number | undefined;
  let clock = 0;
  let flushed = options.from;
  let deadline: number | undefined;
  let isDry = false;

  function start(now: number): void {
    opened ??= now;
    const isWaiting = source === 'autodj' && autodj.status === 'reading';
    if (isWaiting && now - opened < patienceMs) return;
    const headStart = onAir ? 0 : Math.min(headStartMs, options.settings().burst_ms);
    pacer.start(now - headStart);
  }

  function turn(now: number): void {
    if (source === 'none') wake();
    if (source === 'none') return;
    if (!pacer.isStarted) start(now);
    if (!pacer.isStarted) return;
    sendDue(now);
    flush();
    clock = -pacer.owed(now);
  }

  function wake(): void {
    if (autodj.status === 'ready') change('autodj', '');
    else autodj.pull();
  }

  function sendDue(now: number): void {
    deadline = undefined;
    isDry = false;
    if (pacer.owed(now) > longestDebtMs) pacer.forgive(pacer.owed(now) - headStartMs);
    while (pacer.owed(now) > 0) {
      const frame = next(now);
      if (!frame) break;
      add(frame);
    }
    if (!onAir) return;
    let missing = lag.update(now, pacer.owed(now));
    for (; missing > 0; missing -= (silence.frame.samples * 1000) / format.sample_rate) fill();
  }

  function add(frame: Frame): void {
    builder.add(frame);
    pacer.add(frame.samples);
    if (pacer.at - flushed >= longestBatch) flush();
  }

  function fill(): void {
    onAir?.source.cut();
    add(silence.frame);
  }

  function next(now: number): Frame | undefined {
    if (onAir) return nextOf(onAir, now);
    // The Auto DJ reads between turns: it is asked once per turn.
    const frame = isDry ? undefined : autodj.pull();
    isDry = !frame;
    if (frame) {
      if (source !== 'autodj') change('autodj', '');
      return frame;
    }
    if (source === 'autodj') {
      if (autodj.status === 'reading' && pacer.owed(now) < patienceMs) return undefined;
      change('silence', 'nothing to play');
    }
    silentSince ??= now;
    if (now - silentSince < options.settings().hold_ms) return silence.frame;
    rest();
    return undefined;
  }

  function nextOf(input: Input, now: number): Frame | undefined {
    // A silent stream still sends: without an end of its tail, its buffer would never be empty and it would never be replaced.
    const frame = lost && pacer.at >= lost.until ? undefined : input.source.pull();
    if (frame) return frame;
    const { stall_ms } = options.settings();
    const quietSince = input.source.last ?? now;
    if (lost === undefined && now - quietSince < stall_ms) {
      if (pacer.owed(now) > withholdMs) return silenceIn(input);
      deadline = quietSince + stall_ms;
      return undefined;
    }
    const reason = lost?.reason ?? `no audio for ${stall_ms} ms`;
    lost = undefined;
    const successor = options.successor(now);
    onAir = successor;
    change(successor?.kind ?? (autodj.status === 'empty' ? 'silence' : 'autodj'), reason, input);
    return next(now);
  }

  function silenceIn(input: Input): Frame {
    input.source.cut();
    return silence.frame;
  }

  function rest(): void {
    change('none', 'nothing to play');
    pacer.stop();
    opened = undefined;
  }

  function change(to: OutputSource, reason: string, left?: Input): void {
    flush();
    source = to;
    silentSince = undefined;
    lag.reset();
    onAir?.source.cut();
    options.switched(to, left, reason);
  }

  function flush(): void {
    const run = builder.take();
    if (!run) return;
    const at = flushed;
    flushed = pacer.at;
    options.emit({ at, duration: flushed - at, ...run });
  }

  return {
    turn,
    flush,
    switchTo(input, now) {
      if (pacer.isStarted) sendDue(now);
      const before = onAir;
      onAir = input;
      lost = undefined;
      change(input.kind, '', before);
      if (!pacer.isStarted) pacer.start(now);
    },
    removeSender(input, now, reason, tail) {
      if (input !== onAir) return;
      const ms = Math.max(pacer.owed(now), 0) + tailMs;
      if (tail === 'cut') input.source.keepNext(ms);
      lost = { reason, until: tail === 'cut' ? pacer.at + ms * 1000 : Infinity };
      turn(now);
    },
    get source() {
      return source;
    },
    get onAir() {
      return onAir;
    },
    get clock() {
      return clock;
    },
    get deadline() {
      return deadline;
    },
    get at() {
      return pacer.at;
    },
  };
}
