import { expect, test, vi } from 'vitest';
import { createLiveEvents, waitUnlessAborted, type LiveEventsNeeds } from './live-events.ts';

/** A stream that sends these events and stays open until it is aborted. */
const streamOf = (signal: AbortSignal, ...events: string[]): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(stream) {
        for (const event of events) stream.enqueue(new TextEncoder().encode(`event: ${event}\ndata: {}\n\n`));
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    }),
  );

const openEvents = (open: LiveEventsNeeds['open']) => {
  const onInbox = vi.fn<() => void>();
  const events = createLiveEvents({
    open,
    onInbox,
    onStation: () => undefined,
    onAudience: () => undefined,
    onWithheld: () => undefined,
    channel: new BroadcastChannel(crypto.randomUUID()),
    locks: navigator.locks,
    wait: waitUnlessAborted,
  });
  return { events, onInbox };
};

test('checks the inbox when the stream opens and on each inbox event', async () => {
  const { events, onInbox } = openEvents((_, signal) => Promise.resolve(streamOf(signal, 'ping', 'ping', 'inbox')));
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  events.close();
});

test('checks the inbox with each new stream, because changes in between were missed', async () => {
  const requestedTopics: string[][] = [];
  const { events, onInbox } = openEvents((topics, signal) => {
    requestedTopics.push(topics);
    return Promise.resolve(streamOf(signal, 'ping'));
  });
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  events.want(['station:one']);
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  expect(requestedTopics).toEqual([[], ['station:one']]);
  events.close();
});
