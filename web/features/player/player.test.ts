import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayer, type PlayerStation } from './shared/player.ts';
import type { WhySilent } from './shared/why-silent.ts';

/** As much of an audio element as a player touches. */
class FakeAudio extends EventTarget {
  src = '';
  volume = 1;
  preload = '';
  currentTime = 0;
  play = () => Promise.resolve();
  pause = () => {};
  load = () => {};
  getAttribute = () => (this.src === '' ? null : this.src);
  removeAttribute = () => void (this.src = '');
  happens(what: string): void {
    this.dispatchEvent(new Event(what));
  }
}

const station = { name: 'Tone FM', url: 'http://s/tone', hls: 'http://s/hls' } as PlayerStation;
let audio: FakeAudio;
let attached: string[];
let detached: number;
let why: WhySilent | undefined;
let radio: ReturnType<typeof createPlayer>;

beforeEach(() => {
  vi.useFakeTimers();
  audio = new FakeAudio();
  [attached, detached, why] = [[], 0, undefined];
  radio = createPlayer({
    makeAudio: () => audio as unknown as HTMLAudioElement,
    attachHls: (_audio, url) => {
      attached.push(url);
      return Promise.resolve(() => void detached++);
    },
    why: () => Promise.resolve(why),
  });
});
afterEach(() => {
  radio.dispose();
  vi.useRealTimers();
});

const fail = async (): Promise<void> => {
  audio.happens('error');
  await vi.advanceTimersByTimeAsync(7000);
};

test('plays the stream, and opens it anew when it ends', async () => {
  radio.play(station, 0.5);
  expect(audio.src).toContain('http://s/tone?_=');
  audio.happens('playing');
  expect(radio.state()).toMatchObject({ status: 'playing', via: 'stream' });
  const before = audio.src;
  audio.happens('ended');
  expect(radio.state().status).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1000);
  expect(audio.src).not.toBe(before);
  expect(attached).toEqual([]);
});

test('goes over to HLS after two failures, and back after two more', async () => {
  radio.play(station, 1);
  await fail();
  expect(attached).toEqual([]);
  await fail();
  expect(attached).toEqual(['http://s/hls']);
  expect(radio.state().via).toBe('hls');
  await fail();
  await fail();
  expect(radio.state().via).toBe('stream');
  expect(detached).toBe(2);
});

test('stays with the stream where there is no HLS', async () => {
  radio.play({ ...station, hls: null }, 1);
  for (let n = 0; n < 5; n++) await fail();
  expect(attached).toEqual([]);
  expect(radio.state()).toMatchObject({ status: 'waiting', via: 'stream' });
});

test('says why nothing is heard while it tries again, and forgets it when something is', async () => {
  why = { reason: 'The station is off the air.', isFinal: false };
  radio.play(station, 1);
  await fail();
  expect(radio.state()).toMatchObject({ status: 'waiting', reason: 'The station is off the air.' });
  audio.happens('playing');
  expect(radio.state()).toMatchObject({ status: 'playing', reason: '' });
});

test('stops asking where it is refused, and says what the streaming server said', async () => {
  why = { reason: 'This station is not available in your country.', isFinal: true };
  radio.play(station, 1);
  await fail();
  expect(radio.state()).toMatchObject({ status: 'refused', reason: 'This station is not available in your country.' });
  expect(audio.src).toBe('');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(audio.src).toBe('');
  why = undefined;
  radio.play(station, 1);
  expect(radio.state()).toMatchObject({ status: 'connecting', reason: '' });
});

test('plays by HLS when asked to, and lets go of it when stopped', async () => {
  radio.play(station, 1);
  radio.playBy('hls');
  await vi.advanceTimersByTimeAsync(0);
  expect(attached).toEqual(['http://s/hls']);
  radio.stop();
  expect(detached).toBe(1);
  expect(radio.state()).toMatchObject({ status: 'stopped' });
});

test('opens a stream anew that stands still', async () => {
  radio.play(station, 1);
  audio.happens('playing');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(radio.state().status).toBe('waiting');
});
