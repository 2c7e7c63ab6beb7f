import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OnNetwork } from './network.ts';
import { createRadio, type RadioState } from './radio.ts';
import type { Refusal } from './refusal.ts';
import { FakeAudio, listenFor as listen } from './testing/fake-audio.ts';

const source = { url: 'http://s/tone', hls: 'http://s/hls' };
let made: FakeAudio[];
let attached: { audio: FakeAudio; fail: () => void }[];
let heardAt: number | undefined;
let detached: number;
let hurried: number;
let onNetwork: OnNetwork;
let refusal: Refusal | undefined;
let states: RadioState[];
let radio: ReturnType<typeof createRadio>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [made, attached, detached, hurried, refusal, states] = [[], [], 0, 0, undefined, []];
  heardAt = undefined;
  radio = createRadio({
    makeAudio: () => {
      const audio = new FakeAudio();
      made.push(audio);
      return audio as unknown as HTMLAudioElement;
    },
    attachHls: (audio, url, fail) => {
      audio.src = url;
      attached.push({ audio: audio as unknown as FakeAudio, fail });
      return { detach: () => void detached++, hurry: () => void hurried++, heardAt: () => heardAt };
    },
    why: () => Promise.resolve(refusal),
    changed: (state) => void states.push(state),
    network: (changed) => {
      onNetwork = changed;
      return () => undefined;
    },
  });
});
afterEach(() => {
  radio.dispose();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = () => made.filter(({ src }) => src !== '');
const heard = (): FakeAudio => radio.heard()!.audio as unknown as FakeAudio;
test('plays a stream from its live edge with one connection', async () => {
  radio.play(source);
  expect(open()).toHaveLength(1);
  expect(heard().src).toMatch(/^http:\/\/s\/tone\?s=[\w-]{8,64}&_=/);
  expect(radio.state().status).toBe('connecting');
  heard().fill(6);
  await listen(heard(), 30);
  expect(radio.state()).toEqual({ status: 'playing', via: 'stream', reason: '' });
  expect(open()).toHaveLength(1);
});

test('plays on from its buffer after a loss, and switches when the new connection is there and the buffer used up', async () => {
  radio.play(source);
  const first = heard();
  first.fill(6);
  await listen(first, 12);
  await listen(first, 4, 0);
  expect(open()).toHaveLength(2);
  const second = open().find((audio) => audio !== first)!;
  second.fill(6);
  await listen(first, 0.5, 0);
  expect(heard()).toBe(first);
  expect(second.paused).toBe(true);
  await listen(first, 1.5, 0);
  expect(heard()).toBe(second);
  expect(second.paused).toBe(false);
  await listen(second, 1);
  expect(open()).toEqual([second]);
  expect(states.map(({ status }) => status)).not.toContain('waiting');
});

test('switches at once when the connection ended without a buffer', async () => {
  radio.play(source);
  const first = heard();
  first.fill(6);
  await listen(first, 2);
  first.ended = true;
  await vi.advanceTimersByTimeAsync(500);
  open()
    .find((audio) => audio !== first)!
    .fill(6);
  await vi.advanceTimersByTimeAsync(500);
  expect(heard()).not.toBe(first);
  expect(radio.state().status).toBe('playing');
});

test('tries HLS after two failed attempts, and the stream after two more', async () => {
  radio.play(source);
  const first = heard();
  first.fail();
  const failNext = async (): Promise<void> => {
    while (open().every((audio) => audio === first)) await vi.advanceTimersByTimeAsync(250);
    const next = open().find((audio) => audio !== first)!;
    if (radio.state().via === 'hls') attached.at(-1)!.fail();
    else next.fail();
    await vi.advanceTimersByTimeAsync(300);
  };
  await failNext();
  expect(radio.state()).toMatchObject({ status: 'waiting', via: 'stream' });
  await failNext();
  expect(radio.state().via).toBe('hls');
  await failNext();
  expect(attached).toHaveLength(1);
  await failNext();
  expect(radio.state().via).toBe('stream');
  expect(detached).toBe(2);
});

test('stays with the stream of a station without HLS', async () => {
  radio.play({ ...source, hls: null });
  heard().fail();
  for (let n = 0; n < 8; n++) {
    await vi.advanceTimersByTimeAsync(5000);
    for (const audio of open()) if (audio !== heard()) audio.fail();
  }
  expect(attached).toEqual([]);
  expect(radio.state()).toMatchObject({ status: 'waiting', via: 'stream' });
});

test('says why it is silent while it tries again, and forgets it with the sound', async () => {
  refusal = { reason: 'The station is off the air.', isFinal: false, retryAfterMs: 10_000 };
  radio.play(source);
  heard().fail();
  await vi.advanceTimersByTimeAsync(250);
  const next = await vi.waitFor(() => open().find((audio) => audio !== heard())!);
  next.fail();
  await vi.advanceTimersByTimeAsync(300);
  expect(radio.state()).toMatchObject({ status: 'waiting', reason: 'The station is off the air.' });
  await vi.advanceTimersByTimeAsync(9000);
  expect(open().filter((audio) => audio !== heard())).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  open()
    .find((audio) => audio !== heard())!
    .fill(6);
  await vi.advanceTimersByTimeAsync(500);
  heard().emit('playing');
  expect(radio.state()).toMatchObject({ status: 'playing', reason: '' });
});

test('stops when it is refused, with the words of the server', async () => {
  refusal = { reason: 'This station is not available in your country.', isFinal: true, retryAfterMs: undefined };
  radio.play(source);
  heard().fail();
  await vi.advanceTimersByTimeAsync(250);
  const next = await vi.waitFor(() => open().find((audio) => audio !== heard())!);
  next.fail();
  await vi.advanceTimersByTimeAsync(300);
  expect(radio.state()).toMatchObject({ status: 'refused', reason: 'This station is not available in your country.' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open()).toEqual([]);
});

test('plays by HLS when asked, and lets it go when stopped', () => {
  radio.play(source);
  radio.playBy('hls');
  expect(attached).toHaveLength(1);
  radio.stop();
  expect(detached).toBe(1);
  expect(open()).toEqual([]);
  expect(radio.state().status).toBe('stopped');
});

test('waits while the device pauses it, and continues at the live edge when the device plays', async () => {
  radio.play(source);
  heard().fill(6);
  await listen(heard(), 3);
  heard().pause();
  heard().emit('pause');
  expect(radio.state()).toMatchObject({ status: 'paused', reason: 'Paused by the device.' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(open()).toHaveLength(1);
  heard().paused = false;
  heard().emit('play');
  expect(radio.state().status).toBe('connecting');
});

test('gives both elements the same volume', async () => {
  radio.setVolume(0.3);
  radio.play(source);
  expect(heard().volume).toBe(0.3);
  radio.setVolume(0.6);
  expect(heard().volume).toBe(0.6);
});

test('says when the sound of now will be heard, by the dates of HLS and the clock of the server', async () => {
  radio.play(source, 'hls');
  attached[0]!.audio.fill(6);
  await listen(heard(), 2);
  expect(radio.heardInMs(5000)).toBe(0);
  heardAt = Date.now() - 12_000;
  expect(radio.heardInMs(5000)).toBe(12_450);
  expect(radio.heardInMs(5000, -2000)).toBe(10_450);
  radio.stop();
  expect(radio.heardInMs(5000)).toBe(0);
});

test('connects at once when the network is there again, instead of waiting until its next attempt', async () => {
  radio.play({ ...source, hls: null });
  const first = heard();
  first.fail();
  const others = () => open().filter((audio) => audio !== first);
  // After several failures the next attempt would be seconds away.
  for (let failed = 0; failed < 6; failed++) {
    while (others().length === 0) await vi.advanceTimersByTimeAsync(250);
    others()[0]!.fail();
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(others()).toEqual([]);
  onNetwork(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(others()).toHaveLength(1);
});

test('opens again what was being opened on another network', async () => {
  radio.play(source);
  const first = heard();
  first.fail();
  const other = () => open().find((audio) => audio !== first);
  while (!other()) await vi.advanceTimersByTimeAsync(250);
  const before = other()!.src;
  await vi.advanceTimersByTimeAsync(1000);
  onNetwork(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(other()!.src).toBe(before);
  onNetwork(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(other()!.src).not.toBe(before);
});

test('replaces a stream that does not go on in another network, unheard, and stays with one that does', async () => {
  radio.play(source);
  const first = heard();
  first.fill(6);
  await listen(first, 12);
  onNetwork(true);
  await listen(first, 3);
  expect(open()).toEqual([first]);
  onNetwork(true);
  await listen(first, 1.5, 0);
  await vi.advanceTimersByTimeAsync(1500);
  expect(open()).toHaveLength(2);
});

test('asks for more of HLS at once in another network', async () => {
  radio.play(source, 'hls');
  attached[0]!.audio.fill(6);
  await listen(heard(), 2);
  onNetwork(false);
  expect(hurried).toBe(0);
  onNetwork(true);
  expect(hurried).toBe(1);
  expect(radio.state().status).toBe('playing');
});
