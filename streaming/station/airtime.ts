import type { StationDesired } from '#contract/engine/engine.ts';
import { createAutoDj } from '#streaming/autodj/autodj.ts';
import type { AutoDj, AutoDjOptions } from '#streaming/autodj/autodj-port.ts';
import type { OnAir } from '#streaming/bus/batch.ts';
import type { Position } from '#streaming/autodj/position.ts';
import type { Titles } from './titles.ts';
import type { StationOptions } from './station-port.ts';
import { createTimeOnAir } from './time-on-air.ts';
import { createStationOutput, type StationOutput, type StationOutputOptions } from './station-output.ts';

/**
 * Whether a station is on the air:
 *
 * - `inactive`: it is off;
 * - `starting`: it is on, and has not sent anything;
 * - `active`: it has.
 */
export type StationAir =
  | { readonly state: 'inactive'; readonly output: undefined; readonly autodj: undefined }
  | { readonly state: 'starting'; readonly output: StationOutput; readonly autodj: AutoDj }
  | { readonly state: 'active'; readonly output: StationOutput; readonly autodj: AutoDj };

/** Where each event leads from each state: the first diagram of "A station" in `streaming/README.md`. */
export const stationStates = {
  inactive: { open: 'starting' },
  starting: { send: 'active', shutDown: 'inactive' },
  active: { shutDown: 'inactive' },
} as const;

/** A station's time on the air, with the same format until it is shut down. */
export type Airtime = {
  air(): StationAir;
  /** For edges, with HLS on. */
  onAir(): OnAir | undefined;
  /** Opens the output and the Auto DJ, which continues at this position. */
  open(position: Position | undefined): void;
  /** Returns the Auto DJ's position; undefined while it is off. */
  shutDown(): Position | undefined;
  /** Saves the Auto DJ's position. */
  savePosition(): void;
  /** Saves the position if it is time, and schedules a turn for when a stalled sender counts as lost. */
  afterTurn(now: number): void;
};

type Options = Pick<StationOptions, 'bus' | 'clock' | 'scheduler' | 'positions' | 'media' | 'transitions' | 'now'> &
  Pick<AutoDjOptions, 'manual' | 'started' | 'betweenTracks' | 'isBreakDue' | 'resumed' | 'skipped' | 'late'> &
  Pick<StationOutputOptions, 'successor' | 'switched'> & {
    desired(): StationDesired;
    titles: Titles;
    turn(): void;
    /** Another time on the air begins with the next batch: the head says so first. */
    onAirChanged(): void;
    /** The first audio was sent. */
    began(): void;
    /** The output is about to be closed. */
    ending(): void;
  };

/** How often the playlist position is saved while a track plays, ms. */
const saveEveryMs = 10_000;

/** Starts off the air. */
export const createAirtime = (options: Options): Airtime => {
  const { bus, clock, desired, titles } = options;
  let air: StationAir = { state: 'inactive', output: undefined, autodj: undefined };
  let unschedule: (() => void) | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  let seq = 0;
  /** µs of audio that earlier outputs sent. */
  let sentBefore = 0;
  let savedAt = 0;
  const timeOnAir = createTimeOnAir(() => desired().hls);

  const savePosition = (): void => {
    savedAt = clock.now();
    const position = air.autodj?.position();
    if (position) save(position);
  };
  const save = (position: Position): void => {
    const playing = air.output?.source() === 'autodj';
    options.positions.save(desired().key, { ...position, at: (options.now ?? Date.now)(), playing });
  };

  const emit: StationOutputOptions['emit'] = (batch) => {
    const isFirst = air.state === 'starting';
    if (air.state === 'starting') air = { ...air, state: stationStates.starting.send };
    const wallClock = (options.now ?? Date.now)() - clock.now();
    if (timeOnAir.follow(batch, (air.output?.zero() ?? clock.now()) + wallClock)) options.onAirChanged();
    seq++;
    bus.publish({ type: 'batch', batch: { station: desired().key, seq, title: titles.number(), ...batch } });
    if (isFirst) options.began();
  };

  return {
    air: () => air,
    onAir: timeOnAir.current,
    open(position) {
      if (air.state !== 'inactive') return;
      const { key, format } = desired();
      const autodj = createAutoDj({ ...options, station: key, format, position });
      autodj.apply(desired().autodj);
      const output = createStationOutput({ ...options, format, settings: desired, autodj, from: sentBefore, emit });
      air = { state: stationStates[air.state].open, output, autodj };
      unschedule = options.scheduler.add(options.turn);
    },
    shutDown() {
      if (air.state === 'inactive') return undefined;
      const position = air.autodj.position();
      if (position) save(position);
      clearTimeout(stallTimer);
      unschedule?.();
      options.ending();
      air.output.flush();
      timeOnAir.end();
      sentBefore = air.output.at();
      air.autodj.close();
      air = { state: stationStates[air.state].shutDown, output: undefined, autodj: undefined };
      return position;
    },
    savePosition,
    afterTurn(now) {
      clearTimeout(stallTimer);
      const deadline = air.output?.deadline();
      if (deadline !== undefined) stallTimer = setTimeout(options.turn, Math.max(deadline - now, 0) + 1);
      if (air.output?.source() === 'autodj' && now - savedAt > saveEveryMs) savePosition();
    },
  };
};
