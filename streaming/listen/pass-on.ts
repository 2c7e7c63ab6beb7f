import { connect, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { streamsOf } from '#streaming/bus/bus-server.ts';
import { dialRemoteStream, type RemoteBus } from '#streaming/bus/remote-bus.ts';
import type { Connection } from './connection-router.ts';

/**
 * Passes a connection on to an engine's stream port as it is, with the client's address (PROXY protocol, version 1).
 * `unreachable` if the engine takes none; the client is still to be answered then.
 */
export const passOn = (
  { socket, bytes, address }: Connection,
  bus: string | RemoteBus,
  unreachable: () => void,
): void => {
  let isOpen = false;
  const opened = (): void => {
    isOpen = true;
    socket.pipe(onward);
    onward.pipe(socket);
    socket.resume();
  };
  socket.pause();
  const onward = dialStream(bus, opened);
  onward.write(Buffer.concat([Buffer.from(proxyLine(address)), bytes]));
  onward.on('error', () => onward.destroy());
  onward.on('close', () => {
    // What the engine answered is still on its way to the client.
    if (isOpen || socket.destroyed) socket.destroySoon();
    else unreachable();
  });
  socket.on('close', () => {
    if (!onward.writableEnded) onward.destroy();
  });
};

/** Opens a connection to an engine's stream port; it closes where there is none. */
export const dialStream = (bus: string | RemoteBus, opened: () => void): Duplex => {
  if (typeof bus === 'string') return connect(streamsOf(bus)).on('connect', opened);
  const onward: Duplex = dialRemoteStream(bus, { opened, unreachable: () => onward.destroy() });
  return onward;
};

/** The engine reads the address only, so the ports are 0. */
export const proxyLine = (address: string): string =>
  `PROXY ${isIPv6(address) ? `TCP6 ${address} ::` : `TCP4 ${address} 0.0.0.0`} 0 0\r\n`;
