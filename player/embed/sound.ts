import type { EmbedStation } from '#contract/api/embed.ts';
import type { PlayerSettings } from '#contract/api/player.ts';
import { createRadio } from '../radio/radio.ts';
import { fetchRefusal } from '../radio/refusal.ts';
import type { RadioSource } from '../radio/connection.ts';
import type { RadioState } from '../radio/radio.ts';
import type { AttachHls } from '../radio/hls.ts';
import type { RemoteState } from '../radio/remote.ts';
import { loadPart, make } from './dom.ts';

declare global {
  // The script for HLS is a file of its own and leaves its function here.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Window {
    radioHls?: AttachHls;
  }
}

type Needs = {
  /** Added to the stream's URL, so that the station can see which player its listeners use. */
  marks: string;
  quality(): PlayerSettings['quality'];
  changed(state: RadioState): void;
  reconnected(): void;
  remoteChanged(state: RemoteState): void;
};

/** As often as this in five minutes without sound, and a lower bit rate is used; who plays again after ten has the full one. */
const stallsAtMost = 3;
const stallsWithinMs = 5 * 60_000;
const lowForMs = 10 * 60_000;

/** The sound of a player's stations. HLS is loaded when a stream has failed once. */
export const createSound = ({ marks, quality, changed, reconnected, remoteChanged }: Needs) => {
  let isHlsAsked = false;
  let current: EmbedStation | undefined;
  let stalls: number[] = [];
  let isLow = false;
  let before: RadioState['status'] = 'stopped';
  const { connection } = navigator as { connection?: EventTarget & { saveData?: boolean; type?: string } };
  let network = connection?.type;
  /** The URL of what was asked for last. */
  let played = '';

  const loadHls = (): void => {
    if (isHlsAsked) return;
    isHlsAsked = true;
    loadPart(
      'player-hls.js',
      () => undefined,
      () => (isHlsAsked = false),
    );
  };
  const attachHls: AttachHls = (audio, url, failed) => {
    if (window.radioHls) return window.radioHls(audio, url, failed);
    loadHls();
    queueMicrotask(failed);
    return { detach: () => undefined, hurry: () => undefined, heardAt: () => undefined };
  };
  const source = (station: EmbedStation): RadioSource => {
    const wantsLow = quality() === 'low' || (quality() === 'auto' && (isLow || connection?.saveData === true));
    return {
      url: `${(wantsLow && station.low) || station.stream}?${marks}`,
      hls: station.hls === null ? null : `${station.hls}?${marks}`,
    };
  };
  /** A connection that is too slow for the station gets its lower bit rate. */
  const countStall = (): void => {
    const now = Date.now();
    stalls = [...stalls.filter((at) => now - at < stallsWithinMs), now];
    if (stalls.length < stallsAtMost || isLow || !current?.low || quality() !== 'auto') return;
    isLow = true;
    play(source(current));
  };
  /** Another network has other limits; who saves data on it gets the lower bit rate at once, who no longer does the full one. */
  connection?.addEventListener('change', () => {
    if (connection.type !== network) [isLow, stalls, network] = [false, [], connection.type];
    const isOn = before === 'playing' || before === 'waiting';
    if (isOn && current && source(current).url !== played) play(source(current));
  });
  const play = (from: RadioSource): void => {
    played = from.url;
    radio.play(from);
  };
  const radio = createRadio({
    makeAudio: () => {
      const audio = make('audio', { crossorigin: 'anonymous' });
      document.body.append(audio);
      return audio;
    },
    attachHls,
    why: (url, signal) => {
      loadHls();
      return fetchRefusal(url, signal);
    },
    changed(state) {
      const isStall = before === 'playing' && state.status === 'waiting';
      before = state.status;
      changed(state);
      if (isStall) countStall();
    },
    reconnected,
    remoteChanged,
  });
  return {
    ...radio,
    play(station: EmbedStation): void {
      if (station !== current || Date.now() - (stalls.at(-1) ?? 0) > lowForMs) [isLow, stalls] = [false, []];
      current = station;
      play(source(station));
    },
  };
};

export type Sound = ReturnType<typeof createSound>;
