import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NowPlaying } from '#contract/api/live.ts';
import type { FeedPeer } from './feed.ts';

/* The page's part of a browser: frames are peers in a list, the server is `fetch`. */

const urls: string[] = [];
const open = new Set<string>();
let push: Record<string, (text: string) => void> = {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    urls.push(url);
    open.add(url);
    signal.addEventListener('abort', () => open.delete(url));
    const body = new ReadableStream({
      start(controller) {
        push[url] = (text) => controller.enqueue(new TextEncoder().encode(text));
        signal.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return Promise.resolve(new Response(body));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  urls.length = 0;
  open.clear();
  push = {};
});

const playing = (mount: string, title: string) => ({ mount, title }) as NowPlaying;
const event = (one: NowPlaying): string => `event: playing\ndata: ${JSON.stringify(one)}\n\n`;

/** A page with frames; each follows its mounts while they are needed. */
const frames = async (...all: string[][]) => {
  const { createFeed } = await import('./feed.ts');
  const peers: FeedPeer[] = [];
  return all.map((list, at) => {
    const titles: string[] = [];
    const frame = { mounts: list, isPlaying: true, titles, feed: undefined as unknown as { update(): void } };
    frame.feed = createFeed({
      base: 'https://radio.example/live',
      mounts: () => frame.mounts,
      isPlaying: () => frame.isPlaying,
      hear: ({ title }) => titles.push(title),
      peers: (own) => {
        peers[at] = own;
        return peers.filter(Boolean);
      },
    });
    return frame;
  });
};

it('opens one connection for all frames of a page, and tells each what its station plays', async () => {
  const [one, two] = await frames(['a'], ['b']);
  one!.feed.update();
  two!.feed.update();
  await vi.advanceTimersByTimeAsync(1100);
  expect([...open]).toEqual(['https://radio.example/live/events?mounts=a,b']);
  push[[...open][0]!]!(`${event(playing('a', 'First'))}: \n\n${event(playing('b', 'Second'))}`);
  await vi.advanceTimersByTimeAsync(10);
  expect([one!.titles, two!.titles]).toEqual([['First'], ['Second']]);
});

it('is led by the next frame when the first one needs nothing more', async () => {
  const [one, two] = await frames(['a'], ['b']);
  one!.feed.update();
  two!.feed.update();
  await vi.advanceTimersByTimeAsync(1100);
  one!.mounts = [];
  one!.feed.update();
  await vi.advanceTimersByTimeAsync(1100);
  expect([...open]).toEqual(['https://radio.example/live/events?mounts=b']);
});

it('opens nothing and runs no timer while nobody needs it', async () => {
  const [one] = await frames([]);
  one!.feed.update();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(urls).toEqual([]);
});

it('connects again after 40 s of silence', async () => {
  const [one] = await frames(['a']);
  one!.feed.update();
  await vi.advanceTimersByTimeAsync(39_000);
  expect(urls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2600);
  expect(urls).toHaveLength(2);
});

it('asks now and then once nothing was played for five minutes', async () => {
  const [one] = await frames(['a']);
  one!.isPlaying = false;
  one!.feed.update();
  const beat = setInterval(() => push['https://radio.example/live/events?mounts=a']?.(': \n\n'), 15_000);
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 2000);
  clearInterval(beat);
  expect([...open]).toEqual(['https://radio.example/live?mounts=a']);
});
