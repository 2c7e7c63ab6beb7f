import { createServer, type AddressInfo, type Socket } from 'node:net';

/* What a push costs at least: `bare-push.ts <event>` sends an event to each connection that asks for anything, and again by message. */
const bytes = Buffer.from(process.argv[2] ?? '');
const sockets = new Set<Socket>();

const server = createServer({ noDelay: true }, (socket) => {
  socket.once('data', () => {
    sockets.add(socket);
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n');
    socket.write(bytes);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  for (const socket of sockets) socket.write(bytes);
});
process.on('disconnect', () => process.exit());
