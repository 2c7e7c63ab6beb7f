import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRadio } from './radio.ts';
import type { RemoteState } from './remote.ts';
import { FakeAudio, listenFor } from './testing/fake-audio.ts';

/** A browser that can play on other devices; `find` finds one, `become` is what the device does. */
class FakeRemote extends EventTarget {
  state: 'disconnected' | 'connecting' | 'connected' = 'disconnected';
  watching: ((isFound: boolean) => void) | undefined;
  prompts = 0;
  cancelWatchAvailability = (): Promise<void> => {
    this.watching = undefined;
    return Promise.resolve();
  };
  watchAvailability = (found: (isFound: boolean) => void): Promise<number> => {
    if (!canWatch) return Promise.reject(new DOMException('', 'NotSupportedError'));
    this.watching = found;
    return Promise.resolve(1);
  };
  prompt = (): Promise<void> => {
    this.prompts += 1;
    return Promise.reject(new DOMException('The listener closed it.', 'NotAllowedError'));
  };
  find(isFound = true): void {
    this.watching?.(isFound);
  }
  become(state: FakeRemote['state']): void {
    this.state = state;
    this.dispatchEvent(
      new Event({ connecting: 'connecting', connected: 'connect', disconnected: 'disconnect' }[state]),
    );
  }
}

const source = { url: 'http://s/tone', hls: null };
let made: FakeAudio[];
let remotes: Map<FakeAudio, FakeRemote>;
let found: RemoteState[];
let radio: ReturnType<typeof createRadio>;
let hasApi: boolean;
let canWatch: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [made, remotes, found] = [[], new Map(), []];
  [hasApi, canWatch] = [true, true];
  radio = createRadio({
    makeAudio: () => {
      const audio = new FakeAudio();
      made.push(audio);
      const remote = new FakeRemote();
      remotes.set(audio, remote);
      return Object.assign(audio, hasApi ? { remote } : {}) as unknown as HTMLAudioElement;
    },
    attachHls: () => ({ detach: () => undefined, hurry: () => undefined, heardAt: () => undefined }),
    why: () => Promise.resolve(undefined),
    changed: () => undefined,
    remoteChanged: (state) => void found.push(state),
  });
});
afterEach(() => {
  radio.dispose();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const heard = (): FakeAudio => radio.heard()!.audio as unknown as FakeAudio;
const remote = (): FakeRemote => remotes.get(heard())!;
const open = () => made.filter(({ src }) => src !== '');
/** Plays, and finds a device. */
const play = async (): Promise<void> => {
  radio.play(source);
  heard().fill(6);
  await listenFor(heard(), 2);
  remote().find();
};

test('offers another device once one is found for what is heard, and no longer when it is gone', async () => {
  await play();
  expect(found).toEqual(['available']);
  remote().find(false);
  expect(found).toEqual(['available', 'absent']);
});

test('offers none in browsers without the API', async () => {
  hasApi = false;
  await play();
  radio.chooseDevice();
  expect([found, radio.state().status]).toEqual([[], 'playing']);
});

test('offers none where the browser cannot look for devices', async () => {
  canWatch = false;
  await play();
  expect([found, radio.state().status]).toEqual([[], 'playing']);
});

test('asks for a device, and plays on where the listener chooses none', async () => {
  await play();
  radio.chooseDevice();
  await vi.advanceTimersByTimeAsync(1000);
  expect(remote().prompts).toBe(1);
  expect(radio.state().status).toBe('playing');
});

test('gives the device the URL of the stream, and rests its second element while that plays', async () => {
  await play();
  const { src } = heard();
  remote().become('connecting');
  remote().become('connected');
  // Nothing more is buffered here, for longer than a lost connection is waited for.
  await listenFor(heard(), 30, 0);
  expect(open()).toEqual([heard()]);
  expect(heard().src).toBe(src);
  expect(radio.state().status).toBe('playing');
  expect(radio.heardInMs(5000)).toBe(0);
  expect(found).toEqual(['available', 'connecting', 'connected']);
});

test('closes a connection that was made for a lost one when a device takes over', async () => {
  await play();
  await listenFor(heard(), 4, 0);
  expect(open()).toHaveLength(2);
  remote().become('connected');
  expect(open()).toEqual([heard()]);
});

test('gives the device the next station without leaving it', async () => {
  await play();
  remote().become('connected');
  const audio = heard();
  const pauses = vi.spyOn(audio, 'pause');
  radio.play({ url: 'http://s/other', hls: null });
  expect(heard()).toBe(audio);
  expect(audio.src).toMatch(/^http:\/\/s\/other\?/);
  expect(pauses).not.toHaveBeenCalled();
});

test('connects the device again when its stream has ended', async () => {
  await play();
  remote().become('connected');
  const { src } = heard();
  heard().ended = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(radio.state().status).toBe('waiting');
  await vi.advanceTimersByTimeAsync(2000);
  expect(open()).toEqual([heard()]);
  expect(heard().src).not.toBe(src);
});

test('plays here from the live edge when the device gives the sound back', async () => {
  await play();
  remote().become('connected');
  const { src } = heard();
  await vi.advanceTimersByTimeAsync(60_000);
  remote().become('disconnected');
  expect(radio.state().status).toBe('connecting');
  expect(heard().src).not.toBe(src);
  expect(found.at(-1)).toBe('available');
});

test('stays off when it was stopped on the device', async () => {
  await play();
  remote().become('connected');
  heard().pause();
  heard().emit('pause');
  remote().become('disconnected');
  expect(radio.state().status).toBe('paused');
});
