import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEpisodeSession, type PlayedEpisode } from './episode-session.ts';

/** What the system is given to show. */
type Metadata = { title: string; artist: string; artwork: MediaImage[]; chapterInfo?: { startTime: number }[] };

const episode: PlayedEpisode = {
  ...{ title: 'Of kettles', podcast: 'Tea and Talk', album: 'My player', image: '/tea.webp' },
  chapters: '/episodes/e-1/chapters.json',
};
const chapters = [
  { title: 'Hello', startTime: 0, endTime: 30 },
  { title: 'Kettles', startTime: 30, endTime: 90 },
];
let audio: EventTarget & { currentTime: number; duration: number; playbackRate: number; readyState: number };
let session: {
  metadata: Metadata | null;
  playbackState: string;
  handlers: Map<string, ((details: object) => void) | null>;
  position: unknown;
};
let sought: number[];
let fetched: string[];

/** A browser; one that knows chapters has them among its metadata. */
const openBrowser = (knowsChapters: boolean): void => {
  const handlers = new Map<string, ((details: object) => void) | null>();
  session = { metadata: null, playbackState: 'none', handlers, position: undefined };
  const mediaSession = Object.assign(session, {
    setActionHandler: (action: string, act: ((details: object) => void) | null) => handlers.set(action, act),
    setPositionState: (to: unknown) => (session.position = to),
  });
  vi.stubGlobal('navigator', { mediaSession });
  class Plain {
    constructor(init: object) {
      Object.assign(this, init);
    }
  }
  if (knowsChapters) Object.defineProperty(Plain.prototype, 'chapterInfo', { value: [], writable: true });
  vi.stubGlobal('MediaMetadata', Plain);
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url);
    return Promise.resolve(Response.json({ chapters }));
  });
};

beforeEach(() => {
  [sought, fetched] = [[], []];
  audio = Object.assign(new EventTarget(), { currentTime: 10, duration: NaN, playbackRate: 1, readyState: 0 });
});
afterEach(() => vi.unstubAllGlobals());

const start = (step?: (by: number) => void) =>
  createEpisodeSession(audio as unknown as HTMLAudioElement, {
    ...{ play: () => undefined, pause: () => undefined, seek: (to) => void sought.push(to) },
    step,
  });
const emit = (type: string): boolean => audio.dispatchEvent(new Event(type));

test('shows an episode with its chapters once its audio has begun', async () => {
  openBrowser(true);
  start().show(episode);
  expect(session.metadata).toMatchObject({ title: 'Of kettles', artist: 'Tea and Talk' });
  expect(fetched).toEqual([]);
  emit('loadedmetadata');
  await vi.waitFor(() => expect(session.metadata?.chapterInfo).toMatchObject([{ startTime: 0 }, { startTime: 30 }]));
  expect(fetched).toEqual(['/episodes/e-1/chapters.json']);
});

test.each([
  ['where the browser does not know them', false, episode],
  ['of an episode without', true, { ...episode, chapters: null }],
])('asks for no chapters %s', async (_, knowsChapters, shown) => {
  openBrowser(knowsChapters);
  start().show(shown);
  emit('loadedmetadata');
  await Promise.resolve();
  expect(fetched).toEqual([]);
});

test('forgets chapters that come when another episode plays', async () => {
  openBrowser(true);
  const shown = start();
  shown.show(episode);
  emit('loadedmetadata');
  shown.show({ ...episode, title: 'Of cups', chapters: null });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(session.metadata).toMatchObject({ title: 'Of cups' });
  expect(session.metadata?.chapterInfo).not.toMatchObject([{ startTime: 0 }, { startTime: 30 }]);
});

test('tells the system the position, and takes the one that it asks for', () => {
  openBrowser(true);
  start().show(episode);
  emit('playing');
  expect([session.position, session.playbackState]).toEqual([undefined, 'playing']);
  audio.duration = 90;
  emit('durationchange');
  expect(session.position).toEqual({ duration: 90, position: 10, playbackRate: 1 });
  session.handlers.get('seekto')?.({ seekTime: 42 });
  session.handlers.get('seekbackward')?.({});
  session.handlers.get('seekforward')?.({ seekOffset: 5 });
  expect(sought).toEqual([42, -5, 15]);
  expect(session.handlers.get('nexttrack')).toBeNull();
});

test('steps between episodes where there are more', () => {
  openBrowser(true);
  const steps: number[] = [];
  start((by) => steps.push(by)).show(episode);
  session.handlers.get('previoustrack')?.({});
  session.handlers.get('nexttrack')?.({});
  expect(steps).toEqual([-1, 1]);
});

test('does nothing in browsers without a media session', () => {
  vi.stubGlobal('navigator', {});
  start().show(episode);
  expect(emit('playing')).toBe(true);
});
