import { createServer, type AddressInfo } from 'node:net';
import type { Edge } from '#streaming/edge/edge.ts';
import type { Icecast } from '#streaming/icecast/icecast.ts';
import { isReport } from '#streaming/icecast/report.ts';
import { isSourceRequest, isStudioRequest, type Ingest } from '#streaming/ingest/ingest.ts';
import { forwardedAddress } from '#streaming/listen/client-address.ts';
import { openConnectionRouter, type Connection, type ConnectionRouter } from '#streaming/listen/connection-router.ts';
import type { EngineConfig } from './config.ts';

export type StreamPorts = Pick<ConnectionRouter, 'accept'> & {
  ports: { stream: number; shoutcast: number };
  stop(): Promise<void>;
};

type Options = {
  config: Pick<EngineConfig, 'streamPort' | 'shoutcastPort' | 'trust' | 'tls'>;
  edge: Edge;
  icecast: Icecast;
  ingest: Ingest;
};

/** Opens the stream port, for listeners and encoders, and the one above it for Shoutcast encoders. */
export const openStreamPorts = async ({ config, edge, icecast, ingest }: Options): Promise<StreamPorts> => {
  const route = (connection: Connection): void => {
    if (isReport(connection.bytes)) return icecast.handle(connection);
    if (isStudioRequest(connection.bytes)) {
      const { address } = connection;
      const clientOf = (forwarded: string | undefined): string => forwardedAddress(address, forwarded, config.trust);
      return ingest.handleStudio(connection.socket, connection.bytes, clientOf);
    }
    if (!isSourceRequest(connection.bytes)) return edge.handle(connection);
    if (!ingest.handle(connection.socket, connection.bytes)) connection.socket.destroy();
  };
  const stream = await openConnectionRouter({ port: config.streamPort, trust: config.trust, tls: config.tls, route });
  const shoutcast = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    ingest.handleShoutcast(socket);
  });
  await new Promise<void>((resolve, reject) => shoutcast.once('error', reject).listen(config.shoutcastPort, resolve));
  return {
    accept: stream.accept,
    ports: { stream: stream.port, shoutcast: (shoutcast.address() as AddressInfo).port },
    async stop() {
      shoutcast.close();
      await stream.stop();
    },
  };
};
