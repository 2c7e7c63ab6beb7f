import type { StationDesired, StationState } from '#contract/engine.ts';
import type { AutoDj } from '#streaming/autodj/autodj.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createBatchBuilder } from '#streaming/frames/batch-builder.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { silentFrame } from '#streaming/frames/silence.ts';
import { createLagWatch } from './lag-watch.ts';
import type { LiveSource } from './live-source.ts';
import { createPacer } from './pacer.ts';

export type ProgramSource = StationState['source'];

export type ProgramOptions = {
  format: StationDesired['format'];
  settings(): Pick<StationDesired, 'burst_ms' | 'stall_ms' | 'hold_ms'>;
  autodj: AutoDj;
  /** µs of sound the station gave out before this program. */
  from: number;
  emit(batch: Pick<FrameBatch, 'at' | 'duration' | 'offsets' | 'data'>): void;
  /** Another source is on the air from the next frame on. */
  switched(source: ProgramSource, before: ProgramSource, reason: string): void;
};

export type Program = {
  /** Gives out what is owed by `now`. */
  turn(now: number): void;
  /** Puts an encoder on the air from `now` on. */
  take(live: LiveSource, now: number): void;
  /** The encoder on the air is gone: its last 50 ms play, then what comes next. */
  leave(now: number, reason: string): void;
  /** Sends what is collected as a batch of its own. */
  flush(): void;
  readonly source: ProgramSource;
  readonly live: LiveSource | undefined;
  /** Sound given out minus time gone by, ms, as of the last turn. */
  readonly clock: number;
  /** When an encoder that is silent on the wire will count as lost; undefined while sound comes. */
  readonly deadline: number | undefined;
  readonly at: number;
};

/** What a new station gives out at once, so that its first listeners have something in hand, ms. */
const headStartMs = 1500;
/** How long a slow disk is waited for before silence fills in, ms. */
const patienceMs = 1000;
/** How long nothing is given out for an encoder that is silent on the wire: listeners live on their burst, ms. */
const withholdMs = 3000;
/** What a lost encoder may still say, ms. */
const tailMs = 50;
/** A lead above this comes from a sender that does not pace itself, whose end isn't cut, ms. */
const unpacedMs = 2000;
/** More than this is not made up after the process was stopped, ms. */
const longestDebtMs = 10_000;
/** µs of sound after which a batch goes out while more is owed. */
const longestBatch = 600_000;

/** What is on the air of one station in one format: the highest source that has sound, on one clock, switched on frame boundaries. */
export function createProgram(options: ProgramOptions): Program {
  const { autodj, format } = options;
  const silence = silentFrame(format);
  const builder = createBatchBuilder();
  const pacer = createPacer(format.sample_rate, options.from);
  const lag = createLagWatch();
  let source: ProgramSource = autodj.status === 'empty' ? 'silence' : 'autodj';
  let live: LiveSource | undefined;
  let lost: string | undefined;
  let opened: number | undefined;
  let silentSince: number | undefined;
  let clock = 0;
  let flushed = options.from;
  let deadline: number | undefined;

  function start(now: number): void {
    opened ??= now;
    const isWaiting = source === 'autodj' && autodj.status === 'reading';
    if (isWaiting && now - opened < patienceMs) return;
    const headStart = source === 'live' ? 0 : Math.min(headStartMs, options.settings().burst_ms);
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
    if (pacer.owed(now) > longestDebtMs) pacer.forgive(pacer.owed(now) - headStartMs);
    while (pacer.owed(now) > 0) {
      const frame = next(now);
      if (!frame) break;
      add(frame);
    }
    if (source !== 'live') return;
    let missing = lag.note(now, pacer.owed(now));
    for (; missing > 0; missing -= (silence.samples * 1000) / format.sample_rate) fill();
  }

  function add(frame: Frame): void {
    builder.add(frame);
    pacer.add(frame.samples);
    if (pacer.at - flushed >= longestBatch) flush();
  }

  function fill(): void {
    live?.cut();
    add(silence);
  }

  function next(now: number): Frame | undefined {
    if (source === 'live') return nextLive(now);
    const frame = autodj.pull();
    if (frame) {
      if (source !== 'autodj') change('autodj', '');
      return frame;
    }
    if (source === 'autodj') {
      if (autodj.status === 'reading' && pacer.owed(now) < patienceMs) return undefined;
      change('silence', 'nothing to play');
    }
    silentSince ??= now;
    if (now - silentSince < options.settings().hold_ms) return silence;
    rest();
    return undefined;
  }

  function nextLive(now: number): Frame | undefined {
    const frame = live?.pull();
    if (frame) return frame;
    const { stall_ms } = options.settings();
    const quietSince = live?.last ?? now;
    if (live && lost === undefined && now - quietSince < stall_ms) {
      if (pacer.owed(now) > withholdMs) return silenceInLive();
      deadline = quietSince + stall_ms;
      return undefined;
    }
    const reason = lost ?? `no sound for ${stall_ms} ms`;
    live = undefined;
    lost = undefined;
    change(autodj.status === 'empty' ? 'silence' : 'autodj', reason);
    return next(now);
  }

  function silenceInLive(): Frame {
    live?.cut();
    return silence;
  }

  function rest(): void {
    change('none', 'nothing to play');
    pacer.stop();
    opened = undefined;
  }

  function change(to: ProgramSource, reason: string): void {
    const before = source;
    flush();
    source = to;
    silentSince = undefined;
    lag.reset();
    live?.cut();
    options.switched(to, before, reason);
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
      live = taken;
      lost = undefined;
      change('live', '');
      if (!pacer.isStarted) pacer.start(now);
    },
    leave(now, reason) {
      if (source !== 'live' || !live) return;
      if (live.lead <= unpacedMs) live.keepNext(Math.max(pacer.owed(now), 0) + tailMs);
      lost = reason;
      turn(now);
    },
    get source() {
      return source;
    },
    get live() {
      return live;
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
