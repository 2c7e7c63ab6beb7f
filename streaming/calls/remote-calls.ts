import type { EngineEvent } from '#contract/engine/engine.ts';
import type { Telephony, TelephonyState } from '#contract/engine/engine-calls.ts';
import type { EdgeLink } from '#streaming/bus/bus-server.ts';
import type { EdgeMessage } from '#streaming/bus/wire.ts';
import type { Spool } from '#streaming/spool/spool.ts';
import { createTelephonyStore } from './telephony-store.ts';

export type RemoteCalls = {
  /** Whether the message was from a calls process. */
  received(link: EdgeLink, message: EdgeMessage): boolean;
  closed(link: EdgeLink): void;
  callers(station: string): number;
  /** Tells every process where the portal serves audio files. */
  sendMediaSource(url: string): void;
  /** Uses trunks and limits from now on; false for older ones than the current. */
  set(telephony: Telephony): Promise<boolean>;
  state(): TelephonyState;
};

type Process = { id: string; counts: Record<string, number>; state: TelephonyState };
type Options = {
  /** Where trunks and limits are kept. */
  path: string;
  spool: Pick<Spool, 'appendFrom'>;
  changed(station: string): void;
  failed(error: unknown): void;
};

const noState: TelephonyState = {
  ...{ revision: 0, running: false, ports: { udp: null, tcp: null, tls: null } },
  ...{ web_port: null, problem: '', calling: 0 },
  ...{ trunks: [], refused: [], limited: [], strangers: 0 },
};

/** The engine's side of the calls process: hands it trunks and limits, and adds its events to the spool exactly once. */
export const createRemoteCalls = ({ path, spool, changed, failed }: Options): RemoteCalls => {
  const store = createTelephonyStore(path, { changed: (next) => send(next), failed });
  const processes = new Map<EdgeLink, Process>();
  let mediaSource: string | undefined;
  const send = (telephony: Telephony): void => {
    for (const link of processes.keys()) link.send({ type: 'telephony', telephony });
  };
  const setCounts = (process: Process, counts: Record<string, number>): void => {
    const before = process.counts;
    process.counts = counts;
    for (const key of Object.keys({ ...before, ...counts })) if (before[key] !== counts[key]) changed(key);
  };
  return {
    received(link, message) {
      if (message.type === 'calls') {
        processes.set(link, { id: message.id, counts: {}, state: { ...noState, running: true } });
        if (mediaSource !== undefined) link.send({ type: 'media-source', url: mediaSource });
        const current = store.current();
        if (current) link.send({ type: 'telephony', telephony: current });
        return true;
      }
      const process = processes.get(link);
      if (!process) return false;
      if (message.type === 'callers') setCounts(process, message.counts);
      if (message.type === 'telephony-state') process.state = message.state;
      if (message.type === 'events') {
        spool.appendFrom(process.id, message.batch, message.events as EngineEvent[]);
        link.send({ type: 'acked', batch: message.batch });
      }
      return true;
    },
    closed(link) {
      const process = processes.get(link);
      if (!process) return;
      processes.delete(link);
      setCounts(process, {});
    },
    callers(station) {
      let sum = 0;
      for (const { counts } of processes.values()) sum += counts[station] ?? 0;
      return sum;
    },
    sendMediaSource(url) {
      mediaSource = url;
      for (const link of processes.keys()) link.send({ type: 'media-source', url });
    },
    set: store.set,
    state: () => [...processes.values()].at(-1)?.state ?? noState,
  };
};
