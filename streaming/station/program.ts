import type { StationDesired, StationState } from '#contract/engine.ts';
import type { AutoDj } from '#streaming/autodj/autodj.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createBatchBuilder } from '#streaming/frames/batch-builder.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { silenceOf } from '#streaming/frames/silence.ts';
import type { Input } from './input.ts';
import { createLagWatch } from './lag-watch.ts';
import { createPacer } from './pacer.ts';

export type ProgramSource = StationState['source'];

export type ProgramOptions = {
  format: StationDesired['format'];
  settings(): Pick<StationDesired, 'burst_ms' | 'stall_ms' | 'hold_ms'>;
  autodj: AutoDj;
  /** µs of sound the station gave out before this program. */
  from: number;
  emit(batch: Pick<FrameBatch, 'at' | 'duration' | 'offsets' | 'data'>): void;
  /** Whose sound comes next where that on the air is lost; without any the Auto DJ plays. */
  successor(now: number): Input | undefined;
  /** Another source is on the air from the next frame on; `left`: who was before, if it was a sender. */
  switched(source: ProgramSource, left: Input | undefined, reason: string): void;
};

export type Program = {
  /** Gives out what is owed by `now`. */
  turn(now: number): void;
  /** Puts a sender on the air from `now` on. */
  take(input: Input, now: number): void;
  /** The sender is gone. `cut`: its last 50 ms play, then what comes next; `play`: all that it sent. */
  leave(input: Input, now: number, reason: string, tail: 'cut' | 'play'): void;
  /** Sends what is collected as a batch of its own. */
  flush(): void;
  readonly source: ProgramSource;
  /** The sender that is on the air, if it is one. */
  readonly onAir: Input | undefined;
  /** Sound given out minus time gone by, ms, as of the last turn. */
  readonly clock: number;
  /** When a sender that is silent on the wire will count as lost; undefined while sound comes. */
  readonly deadline: number | undefined;
  readonly at: number;
};

/** What a new station gives out at once, so that its first listeners have something in hand, ms. */
const headStartMs = 1500;
/** How long a slow disk is waited for before silence fills in, ms. */
const patienceMs = 1000;
/** How long nothing is given out for a sender that is silent on the wire: listeners live on their burst, ms. */
const withholdMs = 3000;
/** What a lost sender may still say, ms. */
const tailMs = 50;
/** More than this is not made up after the process was stopped, ms. */
const longestDebtMs = 10_000;
/** µs of sound after which a batch goes out while more is owed. */
const longestBatch = 600_000;

/** What is on the air of one station in one format: the highest source that has sound, on one clock, switched on frame boundaries. */
export function createProgram(options: ProgramOptions): Program {
  const { autodj, format } = options;
  const silence = silenceOf(format);
  const builder = createBatchBuilder(silence);
  const pacer = createPacer(format.sample_rate, options.from);
  const lag = createLagWatch();
  let source: ProgramSource = autodj.status === 'empty' ? 'silence' : 'autodj';
  let onAir: Input | undefined;
  let lost: string | undefined;
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
    give(now);
    flush();
    clock = -pacer.owed(now);
  }

  function wake(): void {
    if (autodj.status === 'ready') change('autodj', '');
    else autodj.pull();
  }

  function give(now: number): void {
    deadline = undefined;
    isDry = false;
    if (pacer.owed(now) > longestDebtMs) pacer.forgive(pacer.owed(now) - headStartMs);
    while (pacer.owed(now) > 0) {
      const frame = next(now);
      if (!frame) break;
      add(frame);
    }
    if (!onAir) return;
    let missing = lag.note(now, pacer.owed(now));
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
    // What it reads comes between turns: it is asked for more once a turn.
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
    const frame = input.source.pull();
    if (frame) return frame;
    const { stall_ms } = options.settings();
    const quietSince = input.source.last ?? now;
    if (lost === undefined && now - quietSince < stall_ms) {
      if (pacer.owed(now) > withholdMs) return silenceIn(input);
      deadline = quietSince + stall_ms;
      return undefined;
    }
    const reason = lost ?? `no sound for ${stall_ms} ms`;
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

  function change(to: ProgramSource, reason: string, left?: Input): void {
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
    take(taken, now) {
      if (pacer.isStarted) give(now);
      const before = onAir;
      onAir = taken;
      lost = undefined;
      change(taken.kind, '', before);
      if (!pacer.isStarted) pacer.start(now);
    },
    leave(input, now, reason, tail) {
      if (input !== onAir) return;
      if (tail === 'cut') input.source.keepNext(Math.max(pacer.owed(now), 0) + tailMs);
      lost = reason;
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
