import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startTicker } from './ticker.ts';

it.each([undefined, 1, 4])(
  'ticks are numbered in order, and messages are read between them (rest: %s)',
  async (rest) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    let read = 0;
    socket.on('message', () => read++);
    const numbers: number[] = [];
    const readAt: number[] = [];
    const ticker = startTicker(
      (number) => {
        numbers.push(number);
        readAt.push(read);
        socket.send('x', socket.address().port, '127.0.0.1');
      },
      { rest: () => rest },
    );
    await expect.poll(() => readAt.at(-1) ?? 0).toBeGreaterThan(3);
    ticker.stop();
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    expect(new Set(numbers).size).toBe(numbers.length);
    socket.close();
  },
);
