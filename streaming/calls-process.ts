import { join } from 'node:path';
import type { TelephonyState } from '#contract/engine/engine-calls.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { connectBus } from '#streaming/bus/bus-client.ts';
import { openCallJournal } from '#streaming/calls/call-journal.ts';
import { createCalls, untilConfigured } from '#streaming/calls/calls.ts';
import { keepListening } from '#streaming/calls/listening.ts';
import { createAckWaiter, deliverBatches } from '#streaming/spool/deliver-batches.ts';
import { createSpool } from '#streaming/spool/spool.ts';
import type { Log } from '#streaming/base/log.ts';
import type { EngineConfig } from './config.ts';

type Config = Pick<EngineConfig, 'busPath' | 'mediaDir' | 'tls' | 'ffmpeg' | 'calls'> & { folder: string };
export type CallsProcess = { ports(): TelephonyState['ports']; stop(): Promise<void> };

const stateMs = 1000;
const noFfmpeg = 'Calls need ffmpeg, which is not installed. Install it and restart the server.';

/**
 * The process that answers calls: receives stations and trunks over the engine's bus, keeps its calls while the engine
 * is away, and keeps their events on disk until the engine has them in its spool. Without ffmpeg it answers nothing and
 * reports why.
 */
export const startCallsProcess = async (config: Config, log: Log): Promise<CallsProcess> => {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the calls process continues after an error');
  const { ffmpeg } = config;
  if (ffmpeg === null) log.warn({}, noFfmpeg);
  const spool = createSpool({ folder: join(config.folder, 'spool'), failed });
  const journal = openCallJournal(config.folder, failed);
  for (const event of journal.recovered) journal.ended(event, (one) => spool.append([one]));
  const bus = createBus(failed);
  const calls = createCalls({
    ...{ bus, journal, failed, mediaDir: config.mediaDir, ffmpeg: ffmpeg ?? 'ffmpeg' },
    ...{ rtpPorts: config.calls.rtpPorts, most: config.calls.most, address: config.calls.address },
    record: (event) => spool.append([event]),
    wanted: (stations) => client.want(stations),
    changed: () => client.send({ type: 'callers', counts: calls.counts() }),
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
  const sendState = (): void =>
    client.send({
      type: 'telephony-state',
      state: {
        ...{ running: true, ports: listening.ports(), web_port: listening.webPort(), problem: problem() },
        ...calls.state(),
      },
    });
  const client = connectBus({
    path: config.busPath,
    bus,
    connected() {
      client.send({ type: 'calls', id: spool.engine });
      acked.notify(0);
      client.send({ type: 'callers', counts: calls.counts() });
      sendState();
    },
    received(message) {
      if (message.type === 'acked') acked.notify(message.batch);
      if (message.type !== 'telephony') return;
      calls.setTelephony(message.telephony);
      listen(message.telephony.sandbox);
    },
  });
  const reporting = setInterval(sendState, stateMs);
  const ending = new AbortController();
  const send = (batch: number, events: unknown[]): void => client.send({ type: 'events', batch, events });
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
      client.stop();
      journal.stop();
      spool.stop();
    },
  };
};
