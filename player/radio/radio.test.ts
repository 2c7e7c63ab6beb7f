import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayer, type PlayerStation } from './shared/player.ts';
import type { SilenceReason } from './shared/silence-reason.ts';

/** The parts of an audio element that a player uses. */
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
  emit(type: string): void {
    this.dispatchEvent(new Event(type));
  }
}

const station = { name: 'Tone FM', url: 'http://s/tone', hls: 'http://s/hls' } as PlayerStation;
let audio: FakeAudio;
let attached: string[];
let detached: number;
let silence: SilenceReason | undefined;
let radio: ReturnType<typeof createPlayer>;

beforeEach(() => {
  vi.useFakeTimers();
  audio = new FakeAudio();
  [attached, detached, silence] = [[], 0, undefined];
  radio = createPlayer({
    makeAudio: () => audio as unknown as HTMLAudioElement,
    attachHls: (_audio, url) => {
      attached.push(url);
      return Promise.resolve(() => void detached++);
    },
    why: () => Promise.resolve(silence),
  });
});
afterEach(() => {
  radio.dispose();
  vi.useRealTimers();
});

const fail = async (): Promise<void> => {
  audio.emit('error');
  await vi.advanceTimersByTimeAsync(7000);
};

test('plays the stream and reconnects when it ends', async () => {
  radio.play(station, 0.5);
  expect(audio.src).toContain('http://s/tone?_=');
  audio.emit('playing');
  expect(radio.state()).toMatchObject({ status: 'playing', via: 'stream' });
  const before = audio.src;
  audio.emit('ended');
  expect(radio.state().status).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1000);
  expect(audio.src).not.toBe(before);
  expect(attached).toEqual([]);
});

test('switches to HLS after two failures and back after two more', async () => {
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

test('stays with the stream if there is no HLS', async () => {
  radio.play({ ...station, hls: null }, 1);
  for (let n = 0; n < 5; n++) await fail();
  expect(attached).toEqual([]);
  expect(radio.state()).toMatchObject({ status: 'waiting', via: 'stream' });
});

test('shows why the stream is silent while it retries, and clears the reason when it plays', async () => {
  silence = { reason: 'The station is off the air.', isFinal: false };
  radio.play(station, 1);
  await fail();
  expect(radio.state()).toMatchObject({ status: 'waiting', reason: 'The station is off the air.' });
  audio.emit('playing');
  expect(radio.state()).toMatchObject({ status: 'playing', reason: '' });
});

test('stops retrying when refused and shows the reason of the streaming server', async () => {
  silence = { reason: 'This station is not available in your country.', isFinal: true };
  radio.play(station, 1);
  await fail();
  expect(radio.state()).toMatchObject({ status: 'refused', reason: 'This station is not available in your country.' });
  expect(audio.src).toBe('');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(audio.src).toBe('');
  silence = undefined;
  radio.play(station, 1);
  expect(radio.state()).toMatchObject({ status: 'connecting', reason: '' });
});

test('plays HLS on request and detaches it when stopped', async () => {
  radio.play(station, 1);
  radio.playBy('hls');
  await vi.advanceTimersByTimeAsync(0);
  expect(attached).toEqual(['http://s/hls']);
  radio.stop();
  expect(detached).toBe(1);
  expect(radio.state()).toMatchObject({ status: 'stopped' });
});

test('reconnects a stalled stream', async () => {
  radio.play(station, 1);
  audio.emit('playing');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(radio.state().status).toBe('waiting');
});
