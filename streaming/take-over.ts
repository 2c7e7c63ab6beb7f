import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { ConnectionRouter } from '#streaming/listen/connection-router.ts';
import type { EngineEdge } from './engine-edge.ts';
import type { HandOverMessage, Others } from './hand-over-messages.ts';

export type TakeOver = {
  /** Another process of the edge says something. */
  received(from: number, message: HandOverMessage, socket: Socket | undefined): void;
  /** Another process has ended. */
  ended(id: number): void;
  /** Resolves once the sound of all that `former` hands over first is here. */
  prepare(former: number): Promise<void>;
  /** This process accepts connections; resolves when the former one no longer does, and answers are this one's to give. */
  begin(former: number): Promise<void>;
};

type Options = {
  engines: readonly EngineEdge[];
  adopt: ConnectionRouter['adopt'];
  others: Others;
};

type Resolve = () => void;
/** A listener who has arrived, but is still the former process's too. */
type Held = Extract<HandOverMessage, { kind: 'listener' }> & { socket: Socket | undefined };

const lookMs = 50;
/** An engine that is started again is back in time. */
const obtainMs = 10_000;

/** Takes over from the process that this one replaces, and from earlier ones that still have listeners. */
export const createTakeOver = ({ engines, adopt, others }: Options): TakeOver => {
  const engineAt = (address: string): EngineEdge | undefined => engines.find((one) => one.address === address);
  const held = new Map<number, Held[]>();
  let awaited: Promise<boolean>[] = [];
  let [wanted, go]: [Resolve, Resolve] = [() => {}, () => {}];

  /** Waits for a station's head and its sound; whether they came. */
  const obtain = async (address: string, station: string): Promise<boolean> => {
    const engine = engineAt(address);
    const isHere = (): boolean => engine?.isConnected() === true && engine.edge.recent(station) !== undefined;
    for (const end = Date.now() + obtainMs; !isHere() && Date.now() < end;) await pause(lookMs);
    if (!engine || !isHere()) return false;
    const { supply } = engine;
    if (!supply.want(station)) await new Promise<void>((resolve) => supply.wait(station, resolve));
    return true;
  };
  const wantedBy = async (from: number, engine: string, station: string): Promise<boolean> => {
    const isHere = await obtain(engine, station);
    if (isHere) others.send(from, { kind: 'has', engine, station });
    return isHere;
  };
  const continueWith = ({ engine: address, station, listener, socket }: Held): void => {
    const engine = engineAt(address);
    if (engine && socket) return engine.edge.adopt(station, [{ ...listener, socket }]);
    socket?.destroy();
    engine?.sessions.adopt(listener.session);
    engine?.sessions.close(listener.session);
  };
  /** Before, the former process would continue them if this one ended: so nothing was sent to them. */
  const settle = (from: number): void => {
    const settled = held.get(from) ?? [];
    held.delete(from);
    settled.forEach(continueWith);
    for (const { address, sessions } of engines)
      sessions.save(settled.flatMap(({ engine, listener }) => (engine === address ? [listener.session] : [])));
  };
  const hold = (from: number, message: Extract<HandOverMessage, { kind: 'listener' }>, socket?: Socket): void => {
    if (socket) adopt(socket);
    socket?.resume();
    held.set(from, [...(held.get(from) ?? []), { ...message, socket }]);
    others.send(from, { kind: 'taken', count: 1 });
  };

  return {
    received(from, message, socket) {
      if (message.kind === 'want') awaited.push(wantedBy(from, message.engine, message.station));
      if (message.kind === 'wanted') wanted();
      if (message.kind === 'players') engineAt(message.engine)?.edge.hls.adopt(message.players);
      if (message.kind === 'away') engineAt(message.engine)?.sessions.adoptAway(message.session, message.at);
      if (message.kind === 'go') go();
      if (message.kind === 'settled') settle(from);
      if (message.kind === 'listener') hold(from, message, socket);
    },
    ended: settle,
    async prepare(former) {
      const asked = new Promise<void>((resolve) => (wanted = resolve));
      others.send(former, { kind: 'hello' });
      await asked;
      const missing = (await Promise.all(awaited)).filter((isHere) => !isHere).length;
      awaited = [];
      if (missing > 0) throw new Error(`The sound of ${String(missing)} stations with listeners did not arrive.`);
    },
    async begin(former) {
      const began = new Promise<void>((resolve) => (go = resolve));
      others.send(former, { kind: 'listening' });
      await began;
    },
  };
};
