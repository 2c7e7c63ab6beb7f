import { afterEach, expect, test, vi } from 'vitest';
import type { StationLive } from '#contract/api/session.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';

const open: LiveEvents[] = [];
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});

/** A browser tab with these locks; the first request gets the lock. */
const openTab = (locks: LockManager, answer: (topics: string[], signal: AbortSignal) => BodyInit) => {
  const received: unknown[] = [];
  const tab = createLiveEvents({
    open: (topics, signal) => Promise.resolve(new Response(answer(topics, signal))),
    onStation: ({ key }) => received.push(['station', key]),
    onAudience: ({ scope }) => received.push(['audience', scope]),
    onWithheld: (withheld) => received.push(['withheld', withheld]),
    onInbox: () => undefined,
    onSongRequests: () => undefined,
    channel: new BroadcastChannel('live-events.test'),
    locks,
    wait: () => Promise.resolve(),
  });
  open.push(tab);
  return { tab, received };
};

const firstOnly = (): LockManager => {
  let isLocked = false;
  const request = (_name: string, _options: unknown, held: () => Promise<void>) => {
    if (isLocked) return new Promise(() => undefined);
    isLocked = true;
    return held();
  };
  return { request } as unknown as LockManager;
};

const encodedEvent = (event: string, data: unknown): Uint8Array =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

test('passes withheld topics to every tab and keeps receiving the rest', async () => {
  let send = (_event: string, _data: unknown): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (send = (event, data) => controller.enqueue(encodedEvent(event, data))),
  });
  const locks = firstOnly();
  const tabs = [openTab(locks, () => stream), openTab(locks, () => stream)];
  tabs[0]!.tab.want(['station:s-1', 'audience:portal']);
  const withheld = { stations: [], audiences: ['portal'] };
  send('withheld', withheld);
  send('station', { key: 's-1' } as StationLive);
  const all = [
    ['withheld', withheld],
    ['station', 's-1'],
  ];
  for (const { received } of tabs) await vi.waitFor(() => expect(received).toEqual(all), { timeout: 20_000 });
});

test('requests the topics of the smallest tab first, because not all may fit', async () => {
  const requestedTopics: string[][] = [];
  const quiet = (topics: string[], signal: AbortSignal) => {
    requestedTopics.push(topics);
    return new ReadableStream<Uint8Array>({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    });
  };
  const locks = firstOnly();
  openTab(locks, quiet).tab.want(['station:s-1', 'station:s-2', 'station:s-3']);
  openTab(locks, quiet).tab.want(['station:s-9', 'station:s-2']);
  const both = ['station:s-9', 'station:s-2', 'station:s-1', 'station:s-3'];
  await vi.waitFor(() => expect(requestedTopics.at(-1)).toEqual(both), { timeout: 20_000 });
});
