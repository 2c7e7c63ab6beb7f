import { join } from 'node:path';
import type { TelephonyState } from '#contract/engine/engine-calls.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus, type BusClient } from '#streaming/bus/bus-client.ts';
import { joinBuses } from '#streaming/bus/join-buses.ts';
import { openCallJournal } from '#streaming/calls/call-journal.ts';
import { createCalls, untilConfigured } from '#streaming/calls/calls.ts';
import { keepListening } from '#streaming/calls/listening.ts';
import type { Media, MediaFile } from '#streaming/media/media.ts';
import { createAckWaiter, deliverBatches } from '#streaming/spool/deliver-batches.ts';
import { createSpool } from '#streaming/spool/spool.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';
import { createEdgeMedia } from './edge-media.ts';
import { addressOf } from './engine-edge.ts';

type Config = Pick<EngineConfig, 'engineBuses' | 'mediaDir' | 'mediaCacheBytes' | 'tls' | 'ffmpeg' | 'calls'> & {
  folder: string;
};
export type CallsProcess = { ports(): TelephonyState['ports']; stop(): Promise<void> };

const stateMs = 1000;
const noFfmpeg = 'Calls need ffmpeg, which is not installed. Install it and restart the server.';

/**
 * The process that answers calls: receives stations and trunks over the buses of its engines, keeps its calls while an engine
 * is away or their station moves to another one, and keeps their events on disk until the first engine has them in its spool.
 * Without ffmpeg it answers nothing and reports why.
 */
export const startCallsProcess = async (config: Config, log: Log): Promise<CallsProcess> => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the calls process continues after an error');
  const { ffmpeg } = config;
  if (ffmpeg === null) log.warn({}, noFfmpeg);
  const spool = createSpool({ folder: join(config.folder, 'spool'), failed });
  const journal = openCallJournal(config.folder, failed);
  for (const event of journal.recovered) journal.ended(event, (one) => spool.append([one]));
  const bus = createBus(failed);
  const media = createEdgeMedia(config, config.engineBuses, config.folder, failed);
  const prompts = prefetchPrompts(bus, media);
  const calls = createCalls({
    ...{ bus, journal, failed, media, ffmpeg: ffmpeg ?? 'ffmpeg' },
    ...{ rtpPorts: config.calls.rtpPorts, most: config.calls.most, address: config.calls.address },
    record: (event) => spool.append([event]),
    wanted(stations) {
      wanted = stations;
      want();
    },
    changed: () => sendCounts(),
  });
  const upstreams = config.engineBuses.map(() => createBus(failed));
  let wanted: string[] = [];
  /** Each engine is asked for the sound of its own stations, and hears of their callers. */
  const want = (): void =>
    engines.forEach((engine, at) => engine.want(wanted.filter((station) => joined.ownerOf(station) === at)));
  const sendCounts = (): void => {
    const counts = Object.entries(calls.counts());
    engines.forEach((engine, at) => {
      const own = counts.filter(([station]) => joined.ownerOf(station) === at);
      engine.send({ type: 'callers', counts: Object.fromEntries(own) });
    });
  };
  const joined = joinBuses(upstreams, bus, () => {
    want();
    sendCounts();
  });
  const listening = keepListening({
    ...{ calls, failed, log },
    ...{ port: config.calls.sipPort, webPort: config.calls.webPort },
    ...{ tls: config.tls && { ...config.tls, port: config.calls.sipTlsPort } },
  });
  const listen = (isSandbox: boolean): void => {
    if (ffmpeg === null) return;
    listening.setSandbox(isSandbox);
    listening.setCloud(calls.hasCloud);
  };
  const problem = (): string => (ffmpeg === null ? noFfmpeg : listening.problem());
  const acked = createAckWaiter();
  const sendState = (to: readonly BusClient[]): void => {
    const state: TelephonyState = {
      ...{ running: true, ports: listening.ports(), web_port: listening.webPort(), problem: problem() },
      ...calls.state(),
    };
    for (const engine of to) engine.send({ type: 'telephony-state', state });
  };
  const engines: BusClient[] = [];
  for (const [at, path] of config.engineBuses.entries()) {
    const upstream = upstreams[at]!;
    let unreachable: string | undefined;
    const client: BusClient = connectBus({
      ...{ path, bus: upstream },
      unreachable(reason) {
        if (reason !== unreachable)
          log.warn({ engine: addressOf(path), reason }, 'the engine cannot be reached; calls try again');
        unreachable = reason;
      },
      connected() {
        unreachable = undefined;
        client.send({ type: 'calls', id: spool.engine });
        if (at === 0) acked.notify(0);
        sendCounts();
        sendState([client]);
      },
      received(message) {
        if (message.type === 'acked') acked.notify(message.batch);
        if (message.type === 'media-source') prompts.setSource(message.url);
        // An engine that was away may have an older one than the others.
        if (message.type !== 'telephony' || message.telephony.revision < calls.state().revision) return;
        calls.setTelephony(message.telephony);
        listen(message.telephony.sandbox);
      },
    });
    engines.push(client);
  }
  const reporting = setInterval(sendState, stateMs, engines);
  const ending = new AbortController();
  const send = (batch: number, events: unknown[]): void => engines[0]!.send({ type: 'events', batch, events });
  const delivery = deliverBatches(spool, { send, acked, failed }, ending.signal);
  listen(untilConfigured.sandbox);
  await listening.settled();
  return {
    ports: listening.ports,
    async stop() {
      clearInterval(reporting);
      await calls.stop();
      await listening.stop();
      ending.abort();
      await delivery;
      joined.stop();
      for (const engine of engines) engine.stop();
      journal.stop();
      spool.stop();
      await media.stop();
    },
  };
};

/** Fetches the prompt of each station before its first call, once it is known where. */
const prefetchPrompts = (bus: Bus, media: Media): Pick<Media, 'setSource'> => {
  const prompts = new Map<string, MediaFile>();
  bus.subscribe((message) => {
    if (message.type === 'gone') prompts.delete(message.station);
    if (message.type !== 'head') return;
    const { station, calls } = message.head;
    if (!calls?.prompt) return void prompts.delete(station);
    prompts.set(station, calls.prompt);
    media.prefetch(station, [calls.prompt]);
  });
  return {
    setSource(url) {
      media.setSource(url);
      for (const [station, prompt] of prompts) media.prefetch(station, [prompt]);
    },
  };
};
