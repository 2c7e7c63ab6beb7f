import { createChangeable, type Observable } from '../observable.ts';
import type { Mixer } from './mixer.ts';
import { readTitle } from './read-title.ts';

export type DeckFile = { file: File; title: string };
export type DeckState = {
  /** The files of the deck, in order, and which of them is loaded. */
  files: readonly DeckFile[];
  at: number;
  isPlaying: boolean;
  /** Whether it is heard in the headphones, whatever its fader does. */
  isCued: boolean;
  /** Whether the next file plays when one ends. */
  isContinuous: boolean;
  /** 0 to 1. */
  volume: number;
  /** Seconds. */
  position: number;
  duration: number;
  /** The loaded file can't be played. */
  isUnreadable: boolean;
};

export type Deck = {
  readonly state: Observable<DeckState>;
  add(files: readonly File[]): Promise<void>;
  load(at: number): void;
  remove(at: number): void;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  setVolume(volume: number): void;
  setCued(isCued: boolean): void;
  setContinuous(isContinuous: boolean): void;
  /** Its side of the crossfader, 0 to 1. */
  setFade(gain: number): void;
  close(): void;
};

const smoothS = 0.01;
const empty: DeckState = {
  ...{ files: [], at: 0, isPlaying: false, isCued: false, isContinuous: true, volume: 1 },
  ...{ position: 0, duration: 0, isUnreadable: false },
};

/** A player of files; `started` and `stopped` say when it is heard. */
export const createDeck = (mixer: Mixer, changedPlaying: (deck: Deck) => void): Deck => {
  const { context } = mixer;
  const state = createChangeable(empty);
  const audio = new Audio();
  const source = context.createMediaElementSource(audio);
  const [fader, fade, cue] = [1, 1, 0].map((gain) => new GainNode(context, { gain })) as [GainNode, GainNode, GainNode];
  source.connect(fader).connect(fade).connect(mixer.files);
  source.connect(cue).connect(mixer.cue);
  const set = (node: GainNode, gain: number): void =>
    void node.gain.setTargetAtTime(gain, context.currentTime, smoothS);

  const load = (at: number): void => {
    const next = state.value.files[at];
    if (audio.src !== '') URL.revokeObjectURL(audio.src);
    state.change({ at, position: 0, duration: 0, isUnreadable: false, isPlaying: false });
    if (next) audio.src = URL.createObjectURL(next.file);
    else audio.removeAttribute('src');
  };
  const advance = (): void => {
    const { at, files, isContinuous } = state.value;
    if (at + 1 >= files.length) return;
    load(at + 1);
    if (isContinuous) deck.play();
  };
  const playing = (isPlaying: boolean): void => {
    state.change({ isPlaying });
    changedPlaying(deck);
  };
  audio.addEventListener('timeupdate', () => state.change({ position: audio.currentTime }));
  audio.addEventListener('durationchange', () => state.change({ duration: audio.duration || 0 }));
  audio.addEventListener('playing', () => playing(true));
  audio.addEventListener('pause', () => playing(false));
  audio.addEventListener('ended', advance);
  audio.addEventListener('error', () => {
    if (!audio.hasAttribute('src')) return;
    state.change({ isUnreadable: true, isPlaying: false });
  });

  const deck: Deck = {
    state,
    async add(files) {
      const found = await Promise.all(files.map(async (file) => ({ file, title: await readTitle(file) })));
      const isFirst = state.value.files.length === 0;
      state.change({ files: [...state.value.files, ...found] });
      if (isFirst) load(0);
    },
    load,
    remove(at) {
      const { files, at: loaded } = state.value;
      state.change({ files: files.filter((_, index) => index !== at) });
      if (at === loaded) load(Math.min(at, files.length - 2));
      else if (at < loaded) state.change({ at: loaded - 1 });
    },
    play: () => void audio.play().catch(() => undefined),
    pause: () => audio.pause(),
    seek(seconds) {
      audio.currentTime = seconds;
      state.change({ position: seconds });
    },
    setVolume(volume) {
      state.change({ volume });
      set(fader, volume);
    },
    setCued(isCued) {
      state.change({ isCued });
      set(cue, isCued ? 1 : 0);
    },
    setContinuous: (isContinuous) => state.change({ isContinuous }),
    setFade: (gain) => set(fade, gain),
    close() {
      audio.pause();
      if (audio.src !== '') URL.revokeObjectURL(audio.src);
      audio.removeAttribute('src');
    },
  };
  return deck;
};
