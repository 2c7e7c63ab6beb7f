import { request } from 'node:http';

/** What a listener got, and the longest time without any of it. */
export type FleetListener = { bytes: number; sound: Buffer[]; silenceMs: number; isOver: boolean; leave(): void };

/** Listens at an edge; undefined while the station is not there. */
export const listenAtEdge = (
  edge: { host: string; port: number },
  mount: string,
  headers: Record<string, string> = {},
): Promise<FleetListener | undefined> =>
  new Promise((resolve) => {
    const asked = request({ ...edge, path: `/${mount}`, headers }, (reply) => {
      if (reply.statusCode !== 200) {
        asked.destroy();
        return resolve(undefined);
      }
      let last = performance.now();
      const listener: FleetListener = {
        ...{ bytes: 0, sound: [], silenceMs: 0, isOver: false },
        leave: () => asked.destroy(),
      };
      reply.on('data', (chunk: Buffer) => {
        listener.bytes += chunk.length;
        listener.sound.push(chunk);
        listener.silenceMs = Math.max(listener.silenceMs, performance.now() - last);
        last = performance.now();
      });
      reply.on('close', () => (listener.isOver = true));
      reply.on('error', () => (listener.isOver = true));
      resolve(listener);
    });
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
