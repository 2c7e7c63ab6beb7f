import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Bus } from './batch.ts';
import { dialRemoteBus, type RemoteBus } from './remote-bus.ts';
import { createWantedSound, type WantedSound } from './wanted-sound.ts';
import { createDecoder, encodeMessage, type EngineMessage, type EdgeMessage, type WireMessage } from './wire.ts';

type Options = {
  /** The engine's Unix socket, or its bus on another machine. */
  path: string | RemoteBus;
  /** Publishes the engine's messages in this process. */
  bus: Pick<Bus, 'publish'>;
  connected(): void;
  received(message: EngineMessage): void;
  /** Why the engine on the other machine cannot be reached, or refuses; it is asked again. */
  unreachable?(reason: string): void;
  /** The latest sound of stations has arrived, where it is wanted before what follows; without it nothing before is. */
  arrived?(stations: string[]): void;
  retryMs?: number;
};

export type BusClient = {
  send(message: EdgeMessage): void;
  /** The stations whose sound is published here from now on, also after the engine was restarted; at first none. */
  want(stations: readonly string[]): void;
  isConnected(): boolean;
  stop(): void;
};

/**
 * Brings the engine's bus into this process: reconnects until it succeeds, keeps the stations meanwhile, and then
 * publishes `gone` for those the engine no longer has.
 */
export const connectBus = (options: Options): BusClient => {
  const stations = new Set<string>();
  let socket: Duplex | undefined;
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const send = (message: EdgeMessage): void => {
    if (isConnected()) for (const buffer of encodeMessage(message)) socket!.write(buffer);
  };
  const sound = createWantedSound({ send, withRecent: options.arrived !== undefined });

  const open = (): void => {
    const announced = new Set<string>();
    const link = dial(options, opened);
    const decode = createDecoder((message) => receive({ ...options, sound, stations, announced }, message));
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
    sound.askAll();
  };
  const isConnected = (): boolean => isOpen && socket?.destroyed === false;
  open();
  return {
    ...{ isConnected, send, want: sound.set },
    stop() {
      stopped = true;
      clearTimeout(timer);
      socket?.destroy();
    },
  };
};

const dial = ({ path, unreachable }: Options, opened: () => void): Duplex => {
  if (typeof path !== 'string') return dialRemoteBus(path, { opened, unreachable: unreachable ?? (() => undefined) });
  return connect(path).on('connect', opened);
};

type Received = Options & { sound: WantedSound; stations: Set<string>; announced: Set<string> };

const receive = (options: Received, message: WireMessage): void => {
  const { sound, stations, announced } = options;
  switch (message.type) {
    case 'head':
      stations.add(message.head.station);
      announced.add(message.head.station);
      return options.bus.publish(message);
    case 'gone':
      stations.delete(message.station);
      sound.forget(message.station);
      return options.bus.publish(message);
    case 'batch':
      if (!sound.accepts(message.batch.station)) return;
      sound.received(message.batch);
      return options.bus.publish(message);
    case 'break':
    case 'resume':
      return sound.accepts(message.station) ? options.bus.publish(message) : undefined;
    case 'title':
    case 'drop':
      return options.bus.publish(message);
    case 'recent':
      return sound.begins(message.ask);
    case 'wanted':
      return options.arrived?.(sound.complete(message.ask));
    case 'told':
      sound.setRun(message.run);
      for (const station of [...stations].filter((key) => !announced.has(key))) {
        stations.delete(station);
        sound.forget(station);
        options.bus.publish({ type: 'gone', station });
      }
      return;
    case 'acked':
    case 'elsewhere':
    case 'media-source':
    case 'ad-plan':
    case 'ad-grants':
    case 'ad-close':
    case 'ad-tickets':
    case 'ad-levels':
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
    case 'unwant':
    case 'calls':
    case 'callers':
    case 'telephony-state':
    case 'rest':
      // Messages from edge to engine, or within an edge; an engine never sends them.
      return;
  }
};
