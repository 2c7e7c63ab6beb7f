import { createSocket, type Socket, type SocketOptions } from 'node:dgram';

export type PortRange = { first: number; last: number };
export type SocketPair = { rtp: Socket; rtcp: Socket; port: number };

const mostTries = 100;

/** Opens pairs of ports, an even one for RTP and the next for RTCP, from a range; undefined when none is free. */
export const createRtpPorts = ({
  first,
  last,
}: PortRange): { open(address: string): Promise<SocketPair | undefined> } => {
  const pairs = Math.max(1, Math.floor((last - first + 1) / 2));
  let next = Math.floor(Math.random() * pairs);
  return {
    async open(address) {
      for (let tries = 0; tries < Math.min(pairs, mostTries); tries++) {
        const port = first + (first % 2) + 2 * (next++ % pairs);
        const rtp = await bind(port, address);
        if (!rtp) continue;
        const rtcp = await bind(port + 1, address);
        if (rtcp) return { rtp, rtcp, port };
        rtp.close();
      }
      return undefined;
    },
  };
};

/** Only addresses are used, so that nothing needs to be looked up, and a socket is connected when connect() returns. */
const lookup: NonNullable<SocketOptions['lookup']> = (address, _options, callback) => callback(null, address, 4);

const bind = (port: number, address: string): Promise<Socket | undefined> => {
  const socket = createSocket({ type: 'udp4', lookup });
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind(port, address, () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
};
