import { spawn, type ChildProcess } from 'node:child_process';
import type { StationDesired } from '#contract/engine/engine.ts';
import type { AirRig } from './air-rig.ts';
import { tone } from './audio.ts';

export const asMp3 = [
  ...['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k'],
  ...['-content_type', 'audio/mpeg', '-f', 'mp3'],
];

/** Runs ffmpeg as a live broadcaster, over `icecast://`. A tone of 1000 Hz by default. */
export const startEncoder = (
  rig: Pick<AirRig, 'port'>,
  station: StationDesired,
  args: string[] = asMp3,
  from: string[] = tone(1000, 60),
  user = `source:${station.password}`,
): ChildProcess =>
  spawn('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-re', ...from, ...args],
    `icecast://${user}@127.0.0.1:${rig.port}/${station.mount}`,
  ]);

/** Whether the station plays `source`. */
export const plays =
  (rig: AirRig, station: StationDesired, source: string): (() => boolean) =>
  () =>
    rig.stations.state(station.key)?.source === source;

/** Whether `ms` of audio have been sent since this call. */
export const hasSent = (rig: AirRig, station: StationDesired, ms: number): (() => boolean) => {
  const start = rig.batches.length;
  return () => {
    const ownBatches = rig.batches.slice(start).filter(({ batch }) => batch.station === station.key);
    return ownBatches.reduce((sum, { batch }) => sum + batch.duration / 1000, 0) >= ms;
  };
};

/** Whether the station is on time by its clock; a busy machine may delay it for a moment. */
export const onTime =
  (rig: AirRig, station: StationDesired): (() => boolean) =>
  () =>
    Math.abs(rig.stations.state(station.key)?.clock_ms ?? Infinity) < 100;

/** Whether the station recorded such an event of its encoder. */
export const sourceEvent =
  (rig: AirRig, station: StationDesired, event: string): (() => boolean) =>
  () =>
    rig.events.some(
      (recorded) => recorded.type === 'source' && recorded.station === station.key && recorded.event === event,
    );
