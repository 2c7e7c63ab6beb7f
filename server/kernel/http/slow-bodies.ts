import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export type BodyBound = {
  /** Within this time a body is there as a whole, */
  ms: number;
  /** or, where it is an upload, this many bytes of it came in each such time. */
  uploadBytes: number;
};

const uploads = new WeakSet<IncomingMessage>();

/** Lets the body of this request take longer, as long as it comes at the least rate of an upload. */
export const allowLongBody = (request: IncomingMessage): void => void uploads.add(request);

/**
 * Ends requests whose bodies come too slowly, also those that were answered without their body being read: `answer`
 * says so to the client, then the connection is closed. Node's own `requestTimeout` knows no uploads.
 */
export const boundBodies = (server: Server, bound: BodyBound, answer: (response: ServerResponse) => void): void => {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let read = socket.bytesRead;
    const timer = setInterval(() => {
      const came = socket.bytesRead - read;
      read = socket.bytesRead;
      if (uploads.has(request) && came >= bound.uploadBytes) return;
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
