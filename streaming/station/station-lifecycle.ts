import type { StationDesired } from '#contract/engine/engine.ts';
import type { Position } from '#streaming/autodj/position.ts';
import { startingPosition } from '#streaming/autodj/resume.ts';
import { titleOf } from '#streaming/base/titles.ts';
import type { Announcer } from './announcer.ts';
import type { Airtime } from './airtime.ts';
import type { Sources } from './sources.ts';
import type { StationOptions } from './station-port.ts';
import type { StationReports } from './station-reports.ts';
import type { Titles } from './titles.ts';

/** How a station starts, stops and changes. */
export type StationLifecycle = {
  /** Applies the desired state. */
  apply(isNewFormat: boolean): void;
  /** Disconnects everyone, and plays from the first track. */
  restart(): void;
  /** The station is removed. */
  close(): void;
};

type Options = Pick<StationOptions, 'positions' | 'now'> & {
  desired(): StationDesired;
  airtime: Airtime;
  sources: Sources;
  announcer: Announcer;
  reports: StationReports;
  titles: Titles;
};

/** Starts and stops the airtime, with the senders that belong to it, and announces it. */
export const createStationLifecycle = (options: Options): StationLifecycle => {
  const { desired, airtime, sources, announcer, reports, titles } = options;
  const { encoders } = sources;
  const savedPosition = (): Position | undefined =>
    startingPosition(options.positions.load(desired().key), desired(), (options.now ?? Date.now)());
  const publishHead = (): void => reports.head(airtime.air().output?.source() === 'none');

  const open = (position: Position | undefined): void => {
    airtime.open(position);
    const { idle_title } = desired();
    if (airtime.air().output?.source() === 'silence' && idle_title) titles.show(idle_title, '');
    sources.apply();
  };

  const shutDown = (): Position | undefined => {
    const position = airtime.shutDown();
    announcer.reset();
    sources.close('The station is off the air.');
    return position;
  };

  const stop = (): void => {
    const { reason } = desired();
    const wasOn = airtime.air().state !== 'inactive';
    shutDown();
    encoders.drop(reason);
    publishHead();
    if (wasOn) reports.drop(reason);
  };

  const changeFormat = (): void => {
    const wasOn = airtime.air().state !== 'inactive';
    const position = shutDown();
    publishHead();
    if (wasOn) reports.drop('The format of the station changed.');
    open(position ?? savedPosition());
    encoders.newest()?.reformat();
  };

  const change = (): void => {
    const { output, autodj } = airtime.air();
    const { autodj: lists, idle_title } = desired();
    autodj?.apply(lists);
    publishHead();
    const track = output?.source() === 'autodj' ? autodj?.track() : undefined;
    if (track) titles.show(titleOf(track), '');
    else if (output?.source() === 'silence' && (idle_title || titles.text())) announcer.idle();
    sources.apply();
  };

  return {
    apply(isNewFormat) {
      if (!desired().running) return stop();
      if (isNewFormat) return changeFormat();
      if (airtime.air().state !== 'inactive') return change();
      publishHead();
      open(savedPosition());
    },
    restart() {
      shutDown();
      encoders.drop('The station restarts.');
      reports.drop('The station restarts.');
      open(undefined);
    },
    close() {
      encoders.drop('The station was removed.');
      shutDown();
    },
  };
};
