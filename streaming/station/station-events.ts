import type { ManualControl } from '#streaming/autodj/manual-control.ts';
import type { AutoDj, AutoDjOptions } from '#streaming/autodj/autodj-port.ts';
import type { Unreadable } from '#streaming/autodj/unreadable.ts';
import type { Announcer } from './announcer.ts';
import type { Breaks } from './breaks.ts';
import type { Airtime } from './airtime.ts';
import { nothingPlays } from './head.ts';
import type { Input } from './input.ts';
import type { StationOutputOptions } from './station-output.ts';
import type { StationReports } from './station-reports.ts';
import type { Titles } from './titles.ts';

/** What a station does about events of its Auto DJ, its output and its senders. */
export type StationEvents = Required<Pick<AutoDjOptions, 'started' | 'resumed' | 'skipped' | 'late'>> &
  Pick<StationOutputOptions, 'switched'> & {
    /** A sender has another title. */
    titled(input: Input): void;
  };

type Options = {
  airtime(): Airtime;
  breaks(): Breaks;
  announcer: Announcer;
  manual: ManualControl;
  reports: StationReports;
  titles: Titles;
  unreadable: Unreadable;
  /** Another source plays: a turn is due soon. */
  scheduleTurn(): void;
  /** The station's state changed. */
  changed(): void;
};

/** Announces what plays, and reports what happened. */
export const createStationEvents = (options: Options): StationEvents => {
  const { announcer, manual, reports, titles, unreadable, changed } = options;

  const announceTrack = (autodj: AutoDj | undefined): void => {
    const track = autodj?.track();
    if (autodj && track) announcer.track(track, autodj.why());
  };

  return {
    started(item, why) {
      const airtime = options.airtime();
      airtime.air().output?.flush();
      unreadable.remove(item);
      announcer.track(item, why);
      airtime.savePosition();
      changed();
    },
    resumed() {
      const { output, autodj } = options.airtime().air();
      output?.flush();
      announceTrack(autodj);
    },
    skipped(item, reason) {
      titles.skip(item, reason);
      if (unreadable.add(item, reason)) changed();
    },
    late(item, reason) {
      if (unreadable.add(item, reason)) changed();
    },
    switched(to, left, reason) {
      const { output, autodj } = options.airtime().air();
      options.airtime().savePosition();
      options.breaks().end();
      autodj?.playBed(0);
      if (left && reason !== '') reports.source('lost', reason, left);
      if (left) left.wasLost = true;
      const onAir = output?.onAir();
      if (onAir) reports.source('taken', '', onAir);
      if (onAir) announcer.sender(onAir);
      // A stop is for who takes over: afterwards the Auto DJ plays as always.
      if (onAir) manual.setStop(null);
      if (to === 'autodj' && left) announceTrack(autodj);
      if (to === 'silence') announcer.idle();
      reports.head(output?.source() === 'none');
      if (to === 'none') reports.drop(nothingPlays);
      options.scheduleTurn();
      changed();
    },
    titled(input) {
      const { output } = options.airtime().air();
      if (output?.onAir() !== input) return;
      output.flush();
      announcer.sender(input);
      options.breaks().titled(input.title);
      changed();
    },
  };
};
