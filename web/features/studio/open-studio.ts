import type { StationKey } from '#contract/rules/keys.ts';
import { admitToStudio } from './queries.ts';
import { createChangeable, type Observable } from './observable.ts';
import { crossfadeGains, moveCrossfader } from './sound/crossfade.ts';
import { createDeck, type Deck } from './sound/deck.ts';
import type { Ducking } from './sound/ducker.ts';
import { createMicrophone, type Microphone } from './sound/microphone.ts';
import { openMixer, type Mixer } from './sound/mixer.ts';
import { createSoundEncoder } from './uplink/encoder.ts';
import { createUplink, uplinkOff, type UplinkState } from './uplink/uplink.ts';

export type DeskState = {
  ducking: Ducking;
  /** 0 (first deck) to 1 (second). */
  crossfade: number;
  /** How loud the decks are in the room, 0 to 1. */
  monitor: number;
  cueOutput: string;
  /** What listeners see while no file plays. */
  showTitle: string;
};

/** An open studio: everything between the microphone and the engine. */
export type Studio = {
  readonly mixer: Mixer;
  readonly microphone: Microphone;
  readonly decks: readonly [Deck, Deck];
  readonly desk: Observable<DeskState>;
  readonly uplink: Observable<UplinkState>;
  goLive(): void;
  stop(): void;
  setDucking(changes: Partial<Ducking>): void;
  setCrossfade(position: number): void;
  /** Plays the other deck, and fades to it. */
  fadeOver(): void;
  setMonitor(volume: number): void;
  setCueOutput(deviceId: string): Promise<void>;
  setShowTitle(title: string): void;
  close(): void;
};

const fadeMs = 4000;
const firstDesk: DeskState = {
  ducking: { byDb: 12, auto: true, talking: false },
  ...{ crossfade: 0.5, monitor: 1, cueOutput: '', showTitle: '' },
};

/** Opens the desk with its microphone; throws where the browser can't mix or encode. */
export const openStudio = async (station: StationKey, showTitle: string): Promise<Studio> => {
  const mixer = await openMixer();
  const encoder = await createSoundEncoder(mixer.programme).catch((error: unknown) => {
    mixer.close();
    throw error;
  });
  const desk = createChangeable<DeskState>({ ...firstDesk, showTitle });
  const microphone = createMicrophone(mixer);
  await microphone.choose('');
  let onAir: Deck | undefined;
  const playingChanged = (deck: Deck): void => {
    if (deck.state.value.isPlaying) onAir = deck;
    else if (onAir === deck) onAir = decks.find((one) => one.state.value.isPlaying);
    uplink.retitle();
  };
  const decks = [createDeck(mixer, playingChanged), createDeck(mixer, playingChanged)] as const;
  const titleNow = (): string => {
    const deck = onAir?.state.value;
    return deck?.files[deck.at]?.title ?? desk.value.showTitle;
  };
  const uplinkState = createChangeable<UplinkState>(uplinkOff);
  const uplink = createUplink({
    encoder,
    admit: () => admitToStudio(station),
    open: (url) => new WebSocket(url),
    title: titleNow,
    changed: (state) => uplinkState.change(state),
  });
  const retry = (): void => uplink.retry();
  window.addEventListener('online', retry);
  let stopFading = (): void => undefined;
  const moveTo = (crossfade: number): void => {
    desk.change({ crossfade });
    crossfadeGains(crossfade).forEach((gain, at) => decks[at]?.setFade(gain));
  };
  const awake = keepAwake();
  return {
    ...{ mixer, microphone, decks, desk, uplink: uplinkState },
    goLive() {
      uplink.start();
      awake.request();
    },
    stop() {
      uplink.stop();
      awake.release();
    },
    setDucking(changes) {
      desk.change({ ducking: { ...desk.value.ducking, ...changes } });
      mixer.duck(desk.value.ducking);
    },
    setCrossfade(position) {
      stopFading();
      moveTo(position);
    },
    fadeOver() {
      const { crossfade } = desk.value;
      const isFirst = crossfade < 0.5 || (crossfade === 0.5 && decks[0].state.value.isPlaying);
      decks[isFirst ? 1 : 0].play();
      stopFading();
      stopFading = moveCrossfader(crossfade === 0.5 ? (isFirst ? 0 : 1) : crossfade, isFirst ? 1 : 0, fadeMs, moveTo);
    },
    setMonitor(monitor) {
      desk.change({ monitor });
      mixer.setMonitor(monitor);
    },
    async setCueOutput(deviceId) {
      await mixer.setCueOutput(deviceId);
      desk.change({ cueOutput: deviceId });
    },
    setShowTitle(title) {
      desk.change({ showTitle: title });
      uplink.retitle();
    },
    close() {
      stopFading();
      window.removeEventListener('online', retry);
      uplink.stop();
      awake.release();
      microphone.close();
      for (const deck of decks) deck.close();
      mixer.close();
    },
  };
};

/** A phone whose screen goes off stops the page's sound. */
const keepAwake = (): { request(): void; release(): void } => {
  let lock: WakeLockSentinel | undefined;
  let isWanted = false;
  const request = async (): Promise<void> => {
    if (!isWanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    lock = await navigator.wakeLock.request('screen').catch(() => undefined);
  };
  const again = (): void => void request();
  return {
    request() {
      isWanted = true;
      document.addEventListener('visibilitychange', again);
      void request();
    },
    release() {
      isWanted = false;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    },
  };
};
