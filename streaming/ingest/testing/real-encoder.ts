import { spawn, type ChildProcess } from 'node:child_process';
import type { StationDesired } from '#contract/engine.ts';
import type { AirRig } from './air-rig.ts';
import { tone } from './sound.ts';

export const asMp3 = [
  ...['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k'],
  ...['-content_type', 'audio/mpeg', '-f', 'mp3'],
];

/** ffmpeg as a broadcaster starts it: live, over `icecast://`. A tone of 1000 Hz unless told. */
export function startEncoder(
  rig: Pick<AirRig, 'port'>,
  station: StationDesired,
  args: string[] = asMp3,
  from: string[] = tone(1000, 60),
): ChildProcess {
  return spawn('ffmpeg', [
    ...['-hide_banner', '-loglevel', 'error', '-re', ...from, ...args],
    `icecast://source:${station.password}@127.0.0.1:${rig.port}/${station.mount}`,
  ]);
}

/** Whether the station's sound comes from `source`. */
export function plays(rig: AirRig, station: StationDesired, source: string): () => boolean {
  return () => rig.stations.state(station.key)?.source === source;
}

/** Whether `ms` of sound have gone out since this was called. */
export function soundFor(rig: AirRig, station: StationDesired, ms: number): () => boolean {
  const start = rig.batches.length;
  return () => {
    const mine = rig.batches.slice(start).filter(({ batch }) => batch.station === station.key);
    return mine.reduce((sum, { batch }) => sum + batch.duration / 1000, 0) >= ms;
  };
}

/** Whether the station's sound is where its clock is; for a moment it may be late by what the machine was. */
export function onTime(rig: AirRig, station: StationDesired): () => boolean {
  return () => Math.abs(rig.stations.state(station.key)?.clock_ms ?? Infinity) < 100;
}

/** Whether the station told of such an event of its encoder. */
export function sourceEvent(rig: AirRig, station: StationDesired, event: string): () => boolean {
  return () =>
    rig.events.some((told) => told.type === 'source' && told.station === station.key && told.event === event);
}
