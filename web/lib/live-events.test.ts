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
    onSongRequests: () => undefined,
    channel: new BroadcastChannel(crypto.randomUUID()),
    locks: navigator.locks,
    wait: waitUnlessAborted,
  });
  return { events, onInbox };
};

test('checks the inbox on each inbox event, and asks each new stream for changes since the last one', async () => {
  const opened: [topics: string[], unseenS: number | undefined][] = [];
  const { events, onInbox } = openEvents((topics, signal, unseenS) => {
    opened.push([topics, unseenS]);
    return Promise.resolve(streamOf(signal, 'ping', ...(opened.length === 1 ? ['inbox'] : [])));
  });
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  events.want(['station:one']);
  await vi.waitFor(() => expect(opened).toHaveLength(2), { timeout: 20_000 });
  expect(opened.map(([topics]) => topics)).toEqual([[], ['station:one']]);
  for (const [, unseenS] of opened) expect(unseenS).toBeGreaterThanOrEqual(2);
  expect(onInbox).toHaveBeenCalledTimes(1);
  events.close();
});

test('checks the inbox when a stream opens after longer than the portal remembers changes', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  const asked: unknown[] = [];
  const { events, onInbox } = openEvents((_, signal, unseenS) => {
    asked.push(unseenS);
    return Promise.resolve(streamOf(signal, 'ping'));
  });
  now.mockReturnValue(59_000);
  await vi.waitFor(() => expect(onInbox).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  expect(asked).toEqual([undefined]);
  events.close();
  now.mockRestore();
});
