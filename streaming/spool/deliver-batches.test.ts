import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { createAckWaiter, deliverBatches } from './deliver-batches.ts';

it('nothing remains of a wait that timed out', async () => {
  const { signal } = new AbortController();
  const waiter = createAckWaiter();
  expect(await waiter.wait(1, signal)).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('after an error, a batch is sent until it is acknowledged, and only then the next', async () => {
  const ending = new AbortController();
  const acked = createAckWaiter();
  const pending = [1, 2];
  const sent: number[] = [];
  const failures = [new Error('The disk could not be read.')];
  const spool = {
    next() {
      const failure = failures.pop();
      if (failure) return Promise.reject(failure);
      return Promise.resolve({ engine: 'e', batch: pending[0]!, events: [] });
    },
    acknowledge: (batch: number) => void pending.splice(pending.indexOf(batch), 1),
  };
  // The first is answered with an acknowledgement of another batch, as after a reconnection.
  const answers = [0, 1, 2];
  const send = (batch: number): void => {
    sent.push(batch);
    acked.notify(answers[sent.length - 1]!);
    if (sent.length === answers.length) ending.abort();
  };
  const errors: unknown[] = [];
  const failed = (error: unknown): void => {
    errors.push(error);
    // A connection ends the pause.
    setImmediate(acked.notify, 0);
  };
  await deliverBatches(spool, { send, acked, failed }, ending.signal);
  expect([sent, pending, errors.length]).toEqual([[1, 1, 2], [], 1]);
});
