import { availableParallelism } from 'node:os';
import { createAutomations } from '#streaming/automation/automations.ts';
import { createConverters } from '#streaming/adapt/converters.ts';
import { measureLoudness } from '#streaming/monitor/measure-loudness.ts';
import { createMasters } from '#streaming/relay/masters.ts';
import { isPublicAddress } from '#contract/rules/public-addresses.ts';
import { createTransitions, type Transitions } from '#streaming/autodj/transitions.ts';
import { createScheduler, steadyClock } from '#streaming/clock/scheduler.ts';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { StationKey } from '#streaming/base/station-state.ts';
import type { Stations } from '#streaming/ingest/stations.ts';
import type { StationsOptions } from './stations-options.ts';
import type { StationCommands } from './commands.ts';
import { createLoops } from './loops.ts';
import { createStation } from './station.ts';
import type { StartedBreak } from './breaks.ts';
import type { Station } from './station-port.ts';

export type { Position } from '#streaming/autodj/position.ts';
export type { AirState } from '#streaming/base/station-state.ts';
export type { StationsOptions } from './stations-options.ts';

const mostAutomation = 8;

export type EngineStations = Stations & {
  /** Makes a break of a station now; the reason if it can't. */
  startBreak(key: StationKey, seconds: number): StartedBreak | string;
  /** What people may do on a station's air; undefined for an unknown one. */
  commands(key: StationKey): StationCommands | undefined;
  /** Counts of transitions: rendered, reused from the cache, and missed because none was ready. */
  readonly transitions: Transitions['counts'] | undefined;
};

/** All stations of this engine on one scheduler. `apply` sets a station's desired state; its output goes to the bus. */
export const createStations = (options: StationsOptions): EngineStations => {
  const clock = options.clock ?? steadyClock;
  const scheduler = createScheduler(clock, (error) => options.log?.warn({ err: error }, 'a turn of a station failed'));
  const converters = createConverters(options.ffmpeg, options.maxAdapt);
  const { ffmpeg, transitionsDir } = options;
  const transitions =
    ffmpeg !== null && transitionsDir !== undefined
      ? createTransitions({
          ffmpeg,
          folder: transitionsDir,
          clock,
          concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
          isBusy: () => converters.refusal !== undefined,
          failed: (error) => options.log?.warn({ err: error }, 'a transition could not be rendered'),
        })
      : undefined;
  const stations = new Map<StationKey, Station>();
  const mounts = new Map<string, StationKey>();
  const masters = createMasters(options.bus);
  const hasAudio = (key: string): boolean => stations.get(key as StationKey)?.hasAudio() ?? false;
  const measure = options.measure ?? ((sound, codec) => measureLoudness(sound, codec, options.ffmpeg ?? 'ffmpeg'));
  const mayDial = options.mayDial ?? isPublicAddress;
  const automations = createAutomations({
    liquidsoap: options.liquidsoap ?? null,
    maxRunning: options.maxAutomation ?? mostAutomation,
    changed(key) {
      const station = stations.get(key as StationKey);
      if (station) options.changed(station.state);
    },
    log: (detail, message) => options.log?.warn(detail, message),
  });
  const shared = { automations, clock, scheduler, converters, transitions, masters, hasAudio, measure, mayDial };
  const loops = createLoops(options.record);

  const applyDesired = (desired: StationDesired): void => {
    const station = stations.get(desired.key) ?? createStation(desired, { ...options, ...shared });
    stations.set(desired.key, station);
    station.apply(loops.apply(desired));
  };

  return {
    converters,
    transitions: transitions?.counts,
    apply(desired) {
      if (desired.autodj.media_url !== undefined) options.media.setSource(desired.autodj.media_url);
      const existing = stations.get(desired.key);
      if (existing && mounts.get(existing.desired.mount) === desired.key) {
        mounts.delete(existing.desired.mount);
      }
      mounts.set(desired.mount, desired.key);
      applyDesired(desired);
      for (const released of loops.takeReleased()) applyDesired(released);
    },
    remove(key) {
      const station = stations.get(key);
      if (!station) return;
      station.close();
      stations.delete(key);
      loops.remove(key);
      for (const released of loops.takeReleased()) applyDesired(released);
      if (mounts.get(station.desired.mount) === key) mounts.delete(station.desired.mount);
      options.bus.publish({ type: 'gone', station: key });
      // Subscribers would otherwise consider it on the air forever.
      options.changed(station.state);
    },
    restart: (key) => stations.get(key)?.restart(),
    startBreak: (key, seconds) => stations.get(key)?.startBreak(seconds) ?? 'No such station.',
    commands: (key) => stations.get(key)?.commands,
    kick: (key) => stations.get(key)?.kick('Disconnected by the operator.'),
    state: (key) => stations.get(key)?.state,
    states: () => [...stations.values()].map((station) => station.state),
    desired: (key) => stations.get(key)?.desired,
    findByMount(mount) {
      const key = mounts.get(mount);
      return key && stations.get(key)?.desired;
    },
    attach(key, link, hello) {
      const station = stations.get(key);
      if (!station) return { refused: 'unknown', reason: 'No such mountpoint' };
      return station.attach(link, hello);
    },
    retitle: (key, title, url, presenter) => stations.get(key)?.retitle(title, url, presenter) ?? false,
    async stop() {
      for (const station of stations.values()) station.close();
      automations.stop();
      scheduler.stop();
      await Promise.all([converters.stop(), transitions?.stop()]);
    },
  };
};
