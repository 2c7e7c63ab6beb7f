import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export type BodyLimits = {
  /** A body must be complete within this time, */
  ms: number;
  /** or, for an upload, deliver at least this many bytes in each such period. */
  uploadBytes: number;
};

const uploads = new WeakSet<IncomingMessage>();

/** Allows the body of this request more time, as long as it arrives at an upload's minimum rate. */
export const allowLongBody = (request: IncomingMessage): void => void uploads.add(request);

/**
 * Ends requests whose bodies arrive too slowly, also those that were answered without reading the body: `answer`
 * reports it to the client, then the connection is closed. Node's own `requestTimeout` has no exception for uploads.
 */
export const limitSlowBodies = (
  server: Server,
  bound: BodyLimits,
  answer: (response: ServerResponse) => void,
): void => {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      const received = socket.bytesRead - read;
      read = socket.bytesRead;
      if (uploads.has(request) && received >= bound.uploadBytes) return;
      clearInterval(timer);
      if (response.headersSent) return void socket.destroy();
      response.once('finish', () => socket.destroy());
      answer(response);
    }, bound.ms);
    timer.unref();
    const stop = (): void => clearInterval(timer);
    request.once('end', stop).once('close', stop);
  });
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
