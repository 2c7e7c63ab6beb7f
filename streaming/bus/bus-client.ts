import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Bus } from './batch.ts';
import { dialRemoteBus, type RemoteBus } from './remote-bus.ts';
import { createDecoder, encodeMessage, type EngineMessage, type EdgeMessage, type WireMessage } from './wire.ts';

type Options = {
  /** The engine's Unix socket, or its bus on another machine. */
  path: string | RemoteBus;
  /** Publishes the engine's messages in this process. */
  bus: Bus;
  connected(): void;
  received(message: EngineMessage): void;
  /** Why the engine on the other machine cannot be reached, or refuses; it is asked again. */
  unreachable?(reason: string): void;
  retryMs?: number;
};

export type BusClient = { send(message: EdgeMessage): void; isConnected(): boolean; stop(): void };

/**
 * Brings the engine's bus into this process: reconnects until it succeeds, keeps the stations meanwhile, and then
 * publishes `gone` for those the engine no longer has.
 */
export function connectBus(options: Options): BusClient {
  const stations = new Set<string>();
  let socket: Duplex | undefined;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const open = (): void => {
    const announced = new Set<string>();
    const link = dial(options, opened);
    const decode = createDecoder((message) => receive(options, stations, announced, message));
    socket = link;
    link.on('data', (chunk) => {
      try {
        decode(chunk);
      } catch (error) {
        link.destroy(error as Error);
      }
    });
    link.on('error', () => link.destroy());
    link.on('close', () => {
      isOpen = false;
      if (!stopped) timer = setTimeout(open, options.retryMs ?? 200);
    });
  };
  const opened = (): void => {
    isOpen = true;
    options.connected();
  };
  open();
  const isConnected = (): boolean => isOpen && socket?.destroyed === false;
  return {
    isConnected,
    send(message) {
      if (isConnected()) for (const buffer of encodeMessage(message)) socket!.write(buffer);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
}

function dial({ path, unreachable }: Options, opened: () => void): Duplex {
  if (typeof path !== 'string') return dialRemoteBus(path, { opened, unreachable: unreachable ?? (() => undefined) });
  return connect(path).on('connect', opened);
}

function receive(options: Options, stations: Set<string>, announced: Set<string>, message: WireMessage): void {
  switch (message.type) {
    case 'head':
      stations.add(message.head.station);
      announced.add(message.head.station);
      return options.bus.publish(message);
    case 'gone':
      stations.delete(message.station);
      return options.bus.publish(message);
    case 'title':
    case 'batch':
    case 'break':
    case 'resume':
    case 'drop':
      return options.bus.publish(message);
    case 'told':
      for (const station of [...stations].filter((key) => !announced.has(key))) {
        stations.delete(station);
        options.bus.publish({ type: 'gone', station });
      }
      return;
    case 'acked':
    case 'elsewhere':
    case 'ad-plan':
    case 'ad-grants':
    case 'ad-close':
    case 'ad-tickets':
    case 'telephony':
    case 'product':
    case 'ask-sessions':
      return options.received(message);
    case 'edge':
    case 'events':
    case 'listeners':
    case 'moved':
    case 'ad-wants':
    case 'ad-surveys':
    case 'ad-chosen':
    case 'ad-closed':
    case 'ad-proof':
    case 'sessions':
    case 'want':
    case 'calls':
    case 'callers':
    case 'telephony-state':
      // Messages from edge to engine; an engine never sends them.
      return;
  }
}
