import type { Socket } from 'node:net';

/**
 * A socket for `send` to another process that does not say which server it is of. `send` would make that server ask each process for its
 * connections when it is closed, and it never closes if all of them have ended before (Node 24: `Server.close` in `net`).
 */
export const withoutServer = (socket: Socket): Socket =>
  Object.create(socket, { server: { value: undefined } }) as Socket;
