import type { EpisodeKey } from '#contract/rules/keys.ts';
import { endAmong, startAmong, type InsertedTime } from '#shared/ads/inserted-time.ts';

export type { InsertedTime } from '#shared/ads/inserted-time.ts';

/** Whose copy of an episode is meant: the named arrangement, otherwise the one of this listener. */
export type InsertedFor = {
  episode: EpisodeKey;
  audioHash: string;
  arrangement: string | undefined;
  ip: string;
  user_agent: string;
};

/** What plays between the parts of an episode for a listener; `isPersonal` where others may hear something else. */
export type FindInserted = (of: InsertedFor) => Promise<{ inserted: readonly InsertedTime[]; isPersonal: boolean }>;

const time = String.raw`(?:\d{1,3}:)?[0-5]\d:[0-5]\d[.,]\d{3}`;
const timing = new RegExp(`^([ \\t]*)(${time})([ \\t]+-->[ \\t]+)(${time})`, 'gm');
/** A time within a cue of WebVTT. */
const within = new RegExp(`<(${time})>`, 'g');

/** Moves the cues of a WebVTT or SubRip file by the audio that was inserted. */
export const moveCues = (text: string, inserted: readonly InsertedTime[]): string => {
  if (inserted.length === 0) return text;
  return text
    .replace(timing, (_line, indent: string, from: string, arrow: string, to: string) => {
      const [start, end] = [startAmong(inserted, msOf(from)), endAmong(inserted, msOf(to))];
      return `${indent}${asTime(start, from)}${arrow}${asTime(Math.max(start, end), to)}`;
    })
    .replace(within, (_all, at: string) => `<${asTime(startAmong(inserted, msOf(at)), at)}>`);
};

const msOf = (text: string): number => {
  const [seconds = '', minutes = '', hours = '0'] = text.replace(',', '.').split(':').toReversed();
  return Math.round(Number(seconds) * 1000) + Number(minutes) * 60_000 + Number(hours) * 3_600_000;
};

/** A time written like another: with its separator, and with hours if that has some or they are needed. */
const asTime = (ms: number, like: string): string => {
  const whole = Math.round(ms);
  const two = (part: number): string => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3_600_000);
  const minutes = two(Math.floor(whole / 60_000) % 60);
  const seconds = `${two(Math.floor(whole / 1000) % 60)}${like.at(-4)!}${String(whole % 1000).padStart(3, '0')}`;
  return hours > 0 || like.split(':').length > 2 ? `${two(hours)}:${minutes}:${seconds}` : `${minutes}:${seconds}`;
};
