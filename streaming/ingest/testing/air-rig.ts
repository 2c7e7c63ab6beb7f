import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AutoDjItem, PlayEvent, SourceEvent, StationDesired, StreamFormat } from '#contract/engine/engine.ts';
import type { BusMessage, FrameBatch } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createIngest, isStudioRequest } from '#streaming/ingest/ingest.ts';
import type { Position } from '#streaming/autodj/position.ts';
import type { AirState, StationKey } from '#streaming/base/station-state.ts';
import type { Stations } from '#streaming/ingest/stations.ts';
import type { Media } from '#streaming/media/media.ts';
import { mediaBelow } from '#streaming/media/testing/media-below.ts';
import { measureLoudness } from '#streaming/monitor/measure-loudness.ts';
import type { StationAds } from '#streaming/station/breaks.ts';
import { createStations, type EngineStations, type StationsOptions } from '#streaming/station/stations.ts';
import { ffmpeg, tone } from './audio.ts';

export const mp3Stereo: StreamFormat = {
  codec: 'mp3',
  sample_rate: 44_100,
  channels: 2,
  bitrate: 128_000,
};

/** Signs the tokens of browser studios. */
export const studioSecret = 'the secret of the studio';

export type ReceivedBatch = { batch: FrameBatch; when: number };

export type AirRig = {
  stations: Stations;
  startBreak: EngineStations['startBreak'];
  commands: EngineStations['commands'];
  folder: string;
  port: number;
  shoutcastPort: number;
  batches: ReceivedBatch[];
  messages: BusMessage[];
  events: (PlayEvent | SourceEvent)[];
  positions: Map<StationKey, Position>;
  states: AirState[];
  /** Waits until audio of `source` is sent, after a switch to it since the call; returns the time (ms). */
  waitForSource(key: StationKey, source: AirState['source']): Promise<number>;
  /** The bytes that encoders have sent to `port` so far. */
  received(): number;
  /** Everything a listener of the station would have received from batch `from` on. */
  audio(key: StationKey, from?: number): Buffer;
  /** Waits until `holds`, which is checked again on every event. */
  until(holds: () => boolean, what: string, patience?: number): Promise<void>;
  close(): Promise<void>;
};

/** The audio path with real sockets and a recording bus. */
export const startAirRig = async (
  settings: {
    folder?: string;
    maxAdapt?: number;
    ffmpeg?: string;
    positions?: Map<StationKey, Position>;
    mayDial?: (address: string) => boolean;
    liquidsoap?: string;
    ads?: StationAds;
    manual?: StationsOptions['manual'];
    /** The files below a folder. */
    media?: (folder: string) => Media;
    now?: () => number;
  } = {},
): Promise<AirRig> => {
  const folder = settings.folder ?? (await mkdtemp(join(tmpdir(), 'air-')));
  const positions = settings.positions ?? new Map<StationKey, Position>();
  const waiting = new Set<() => void>();
  const batches: ReceivedBatch[] = [];
  const messages: BusMessage[] = [];
  const events: (PlayEvent | SourceEvent)[] = [];
  const states: AirState[] = [];
  const switches: { key: StationKey; source: string; batch: number }[] = [];
  const measurements: { took: number; lufs?: number; error?: string }[] = [];
  const wake = (): void => waiting.forEach((check) => check());
  /** Measures as the engine does, and remembers how it went for the message of a wait that times out. */
  const measure = async (sound: Buffer, codec: 'mp3' | 'aac'): Promise<number> => {
    const began = performance.now();
    const took = (): number => Math.round(performance.now() - began);
    try {
      const lufs = await measureLoudness(sound, codec, settings.ffmpeg);
      measurements.push({ took: took(), lufs });
      return lufs;
    } catch (error) {
      measurements.push({ took: took(), error: String(error) });
      throw error;
    }
  };
  const record = (event: PlayEvent | SourceEvent): void => {
    events.push(event);
    wake();
  };
  const bus = createBus((error) => {
    throw error;
  });
  bus.subscribe((message) => {
    if (message.type === 'batch') batches.push({ batch: message.batch, when: Date.now() });
    else messages.push(message);
    wake();
  });
  const stations = createStations({
    bus,
    ...(settings.mayDial && { mayDial: settings.mayDial }),
    media: (settings.media ?? mediaBelow)(folder),
    transitionsDir: join(folder, 'transitions'),
    measure,
    maxAdapt: settings.maxAdapt ?? 4,
    ffmpeg: settings.ffmpeg ?? 'ffmpeg',
    ...(settings.ads && { ads: settings.ads }),
    ...(settings.manual && { manual: settings.manual }),
    ...(settings.now && { now: settings.now }),
    ...(settings.liquidsoap && { liquidsoap: settings.liquidsoap }),
    record,
    changed(state) {
      states.push(state);
      const last = switches.findLast(({ key }) => key === state.key);
      if (last?.source !== state.source) {
        switches.push({ key: state.key, source: state.source, batch: batches.length });
      }
      wake();
    },
    positions: {
      load: (key) => positions.get(key),
      save: (key, position) => void positions.set(key, position),
    },
  });
  const log = { info: () => undefined, warn: () => undefined };
  const ingest = createIngest({ stations, log, record, studioSecret });
  const connections: Socket[] = [];
  const http = createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      socket.pause();
      const read = bytes as Buffer;
      if (isStudioRequest(read)) {
        socket.resume();
        return ingest.handleStudio(socket, read, () => '127.0.0.1');
      }
      if (!ingest.handle(socket, read)) socket.destroy();
    });
  });
  const shoutcast = createServer((socket) => ingest.handleShoutcast(socket));
  const port = await listening(http);
  const shoutcastPort = await listening(shoutcast);

  const until: AirRig['until'] = (isReached, what, patience = 40_000) =>
    new Promise((done, fail) => {
      const timer = setTimeout(() => {
        waiting.delete(check);
        const last = JSON.stringify({
          events: events.slice(-8),
          states: states.slice(-3),
          measurements: measurements.slice(-8),
        });
        fail(new Error(`timed out waiting until ${what}; last: ${last}`));
      }, patience);
      const check = (): void => {
        if (!isReached()) return;
        clearTimeout(timer);
        waiting.delete(check);
        done();
      };
      waiting.add(check);
      check();
    });

  const waitForSource = async (key: StationKey, source: AirState['source']): Promise<number> => {
    const from = switches.length;
    const first = (): ReceivedBatch | undefined => {
      const switched = switches.slice(from).find((one) => one.key === key && one.source === source);
      return switched && batches.slice(switched.batch).find(({ batch }) => batch.station === key);
    };
    await until(() => first() !== undefined, `${source} plays`);
    return first()!.when;
  };

  return {
    until,
    waitForSource,
    stations,
    startBreak: stations.startBreak,
    commands: stations.commands,
    folder,
    port,
    shoutcastPort,
    batches,
    messages,
    events,
    positions,
    states,
    received: () => connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    audio(key, from = 0) {
      const ownBatches = batches.slice(from).filter(({ batch }) => batch.station === key);
      return Buffer.concat(ownBatches.map(({ batch }) => batch.data));
    },
    async close() {
      await stations.stop();
      http.close();
      shoutcast.close();
      if (!settings.folder) await rm(folder, { recursive: true, force: true });
    },
  };
};

const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export const freshKey = <K extends string>(prefix: string): K => {
  const tail = [...randomBytes(22)].map((byte) => letters[byte % letters.length]).join('');
  return `${prefix}-${tail}` as K;
};

/** A station as the portal would request it. */
export const desiredStation = (changes: Partial<StationDesired> = {}): StationDesired => ({
  key: freshKey('s'),
  account: freshKey('a'),
  revision: 1,
  mount: `m${randomBytes(4).toString('hex')}`,
  name: 'Test Radio',
  description: '',
  genre: '',
  website: '',
  public: true,
  running: true,
  reason: '',
  format: mp3Stereo,
  password: 'sesame-42',
  burst_ms: 5000,
  steady_ms: 200,
  stall_ms: 2000,
  hold_ms: 600_000,
  autodj: { items: [], shuffle: false, generation: 1 },
  limits: { listeners: null },
  hls: false,
  ...changes,
});

/** A prepared file with one tone, as the library creates them. */
export const prepareTrack = async (
  folder: string,
  hertz: number,
  seconds: number,
  format: StreamFormat = mp3Stereo,
): Promise<AutoDjItem> => {
  const key = freshKey<AutoDjItem['key']>('t');
  const encoder =
    format.codec === 'mp3'
      ? ['-c:a', 'libmp3lame', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0']
      : ['-c:a', 'aac'];
  await ffmpeg([
    ...tone(hertz, seconds),
    ...['-ar', String(format.sample_rate), '-ac', String(format.channels)],
    ...encoder,
    ...['-b:a', String(format.bitrate), '-f', format.codec === 'mp3' ? 'mp3' : 'adts'],
    join(folder, key),
  ]);
  return {
    key,
    path: key,
    title: `Tone ${hertz}`,
    artist: 'Sine',
    album: 'Tests',
    duration_ms: seconds * 1000,
  };
};
