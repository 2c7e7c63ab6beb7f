import { afterEach, expect, test, vi } from 'vitest';
import type { StationLive } from '#contract/session.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';

const open: LiveEvents[] = [];
afterEach(() => {
  for (const tab of open.splice(0)) tab.close();
});

/** A tab of a browser with this lock: whoever asks first has it. */
const openTab = (locks: LockManager, answer: (topics: string[], signal: AbortSignal) => BodyInit) => {
  const heard: unknown[] = [];
  const tab = createLiveEvents({
    open: (topics, signal) => Promise.resolve(new Response(answer(topics, signal))),
    onStation: ({ key }) => heard.push(['station', key]),
    onAudience: ({ scope }) => heard.push(['audience', scope]),
    onWithheld: (withheld) => heard.push(['withheld', withheld]),
    onInbox: () => undefined,
    channel: new BroadcastChannel('live-events.test'),
    locks,
    wait: () => Promise.resolve(),
  });
  open.push(tab);
  return { tab, heard };
};

const firstOnly = (): LockManager => {
  let isTaken = false;
  const request = (_name: string, _options: unknown, held: () => Promise<void>) => {
    if (isTaken) return new Promise(() => undefined);
    isTaken = true;
    return held();
  };
  return { request } as unknown as LockManager;
};

const said = (event: string, data: unknown): Uint8Array =>
  new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

test('hears what is withheld in every tab, and goes on hearing the rest', async () => {
  let tell = (_event: string, _data: unknown): void => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (tell = (event, data) => controller.enqueue(said(event, data))),
  });
  const locks = firstOnly();
  const tabs = [openTab(locks, () => stream), openTab(locks, () => stream)];
  tabs[0]!.tab.want(['station:s-1', 'audience:portal']);
  const withheld = { stations: [], audiences: ['portal'] };
  tell('withheld', withheld);
  tell('station', { key: 's-1' } as StationLive);
  const all = [
    ['withheld', withheld],
    ['station', 's-1'],
  ];
  for (const { heard } of tabs) await vi.waitFor(() => expect(heard).toEqual(all), { timeout: 20_000 });
});

test('asks for what the smallest tab shows first, as not everything may fit', async () => {
  const asked: string[][] = [];
  const quiet = (topics: string[], signal: AbortSignal) => {
    asked.push(topics);
    return new ReadableStream<Uint8Array>({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    });
  };
  const locks = firstOnly();
  openTab(locks, quiet).tab.want(['station:s-1', 'station:s-2', 'station:s-3']);
  openTab(locks, quiet).tab.want(['station:s-9', 'station:s-2']);
  const both = ['station:s-9', 'station:s-2', 'station:s-1', 'station:s-3'];
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(both), { timeout: 20_000 });
});
