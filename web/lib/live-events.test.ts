import { expect, test, vi } from 'vitest';
import { createLiveEvents, waitOr, type LiveEventsNeeds } from './live-events.ts';

/** A stream that says this, and stays open until nobody wants it any more. */
const saying = (signal: AbortSignal, ...events: string[]): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(stream) {
        for (const event of events) stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    }),
  );

const opened = (open: LiveEventsNeeds['open']) => {
  const onInbox = vi.fn<() => void>();
  const events = createLiveEvents({
    open,
    onInbox,
    onStation: () => undefined,
    onAudience: () => undefined,
    onWithheld: () => undefined,
    channel: new BroadcastChannel(crypto.randomUUID()),
    locks: navigator.locks,
    wait: waitOr,
  });
  return { events, onInbox };
};

test('looks at the inbox once there is a stream, and again when it is told to', async () => {
  const { events, onInbox } = opened((_, signal) => Promise.resolve(saying(signal, 'ping', 'ping', 'inbox')));
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  events.close();
});

test('looks at the inbox again with each other stream: what came between two, nobody told', async () => {
  const asked: string[][] = [];
  const { events, onInbox } = opened((topics, signal) => {
    asked.push(topics);
    return Promise.resolve(saying(signal, 'ping'));
  });
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  events.want(['station:one']);
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  expect(asked).toEqual([[], ['station:one']]);
  events.close();
});
