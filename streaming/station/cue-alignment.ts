import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { cueSearchMs, learntOffset } from '#streaming/ads/cue-offsets.ts';
import { clearlyQuiet, levelOf, quietest } from '#streaming/frames/level.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { isCue } from './cue.ts';
import type { LiveSource } from './live-source.ts';

/** How far the cues of a station's encoder are from the boundaries in its sound, ms: the last ones, kept for the station. */
export type CueMemory = { of(station: string): readonly number[]; add(station: string, ms: number): void };

export type CueAlignment = {
  /** So much of an encoder's sound is held back, ms; 0 while cues are not aligned. */
  holdMs(): number;
  /** A frame has arrived from the encoder. */
  heard(frame: Frame): void;
  /** The encoder sends a title: calls `act` where the title's sound begins. */
  titled(source: LiveSource, title: string, act: () => void): void;
};

type Options = {
  key: string;
  format(): StreamFormat;
  rules(): PlannedStation['breaks'] | undefined;
  memory: CueMemory | undefined;
};

/** Sound held back: as far as a boundary can be before its cue, and what is searched around it. */
const holdMs = 2000;
/** What is searched around the place where the boundary is expected, on each side, ms. */
const nearMs = 300;

/**
 * Learns how far the titles that begin and end breaks are from the boundaries in an encoder's sound: the quietest place within
 * 1.5 s on either side, without decoding. Where the station wishes so, titles act at that distance instead, at the quietest
 * place nearby.
 */
export const createCueAlignment = ({ key, format, rules, memory }: Options): CueAlignment => {
  let recent: Frame[] = [];
  /** Frames that have arrived, and after which ones a break began or ended. */
  let arrived = 0;
  let waiting: number[] = [];
  let wasCue = false;

  const framesIn = (ms: number, { samples }: Frame): number => Math.round((ms * format().sample_rate) / 1000 / samples);
  const learn = (at: number, around: number, frame: Frame): void => {
    const levels = recent.slice(Math.max(0, recent.length - (arrived - at + around))).map(levelIn);
    const place = clearlyQuiet(levels);
    if (place === undefined) return;
    const frames = arrived - levels.length + place - at;
    memory?.add(key, Math.round((frames * frame.samples * 1000) / format().sample_rate));
  };
  const levelIn = (frame: Frame): number => levelOf(frame, format().codec);
  const isOn = (): boolean => rules()?.cue.enabled === true && rules()?.alignCues === true;

  return {
    holdMs: () => (isOn() ? holdMs : 0),
    heard(frame) {
      arrived += 1;
      if (rules()?.cue.enabled !== true) {
        [recent, waiting] = [[], []];
        return;
      }
      recent.push(frame);
      const around = framesIn(cueSearchMs, frame);
      if (recent.length > 4 * around) recent = recent.slice(-2 * around);
      while (waiting[0] !== undefined && arrived - waiting[0] >= around) learn(waiting.shift()!, around, frame);
    },
    titled(source, title, act) {
      const own = rules();
      const isOne = own?.cue.enabled === true && isCue(title, own.cue.title);
      if (isOne || wasCue) waiting.push(arrived);
      wasCue = isOne;
      const offset = isOn() ? learntOffset(memory?.of(key) ?? []).ms : null;
      if (!isOn()) act();
      else if (offset === null) source.mark(act);
      else
        source.mark(() => {
          const near = source.upcoming(2 * nearMs);
          source.markNext(act, quietest(near.map(levelIn)) ?? Math.floor(near.length / 2));
        }, offset - nearMs);
    },
  };
};
