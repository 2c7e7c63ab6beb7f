import { createSocket } from 'node:dgram';

const mostRemembered = 1000;
const known = new Map<string, Promise<string>>();

/** Our address as seen from there: that of the interface through which the route leads. Nothing is sent. */
export const localAddressFor = (remote: string): Promise<string> => {
  const found = known.get(remote) ?? askRoute(remote);
  if (known.size >= mostRemembered) known.clear();
  known.set(remote, found);
  found.catch(() => known.delete(remote));
  return found;
};

const askRoute = (remote: string): Promise<string> => {
  const socket = createSocket('udp4');
  return new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket.address().address));
    socket.connect(9, remote);
  }).finally(() => socket.close());
};
