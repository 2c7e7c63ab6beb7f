import { randomUUID } from 'node:crypto';
import type { BreakKind, StationDesired } from '#contract/engine/engine.ts';
import { breakRefusals, type PlannedStation } from '#contract/engine/engine-ads.ts';
import type { NewBreakEvent } from '#streaming/ads/plan-store.ts';
import { commonLength, withSpot } from '#streaming/ads/survey.ts';
import { dayPartAt } from '#shared/day-parts.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import type { AdSurvey } from '#streaming/bus/wire.ts';
import { isCue } from './cue.ts';
import type { CueMemory } from './cue-alignment.ts';
import type { OutputSource } from './station-output.ts';

/** Advertising, as a station uses it. */
export type StationAds = {
  /** The station in the current plan; undefined without audio ads. */
  station(key: string): PlannedStation | undefined;
  /** What the station's listeners would hear in a break of at most so long. */
  survey(key: string, ms: number): AdSurvey;
  made(event: NewBreakEvent): void;
  /** How far cues are from the boundaries in the sound; without it nothing is learnt. */
  cues?: CueMemory;
};

export type StartedBreak = { id: string; at: number; seconds: number; listeners: number; withSpot: number };

export type Breaks = {
  /** Between two tracks: how long a break is to be made here, ms; it has begun then. */
  betweenTracks(): number | undefined;
  /** Whether a break would be due between two tracks in so many ms. */
  isDue(inMs: number): boolean;
  /** The title of what is on the air; one that matches the station's text begins a break, and the next one ends it. */
  titled(title: string): void;
  /** The master of a relay begins a break of so many ms, or ends it. */
  pass(ms: number | null): void;
  /** Makes a break now; the reason if it can't. */
  start(seconds: number): StartedBreak | string;
  /** Once a round: begins what is due by the clock, and ends what is over. */
  turn(): void;
  /** What was on the air has ended. */
  end(): void;
};

export type BreaksOptions = {
  station: Pick<StationDesired, 'key' | 'account'>;
  bus: Bus;
  ads: StationAds | undefined;
  /** A break begins with the next frame. */
  began(): void;
  /** Sends what is collected; µs of audio sent then, undefined while the station is off. */
  flush(): number | undefined;
  source(): OutputSource;
  now?(): number;
};

const hourMs = 3_600_000;
/** Spots may be longer than their break by a few frames (shared/ads/choose.ts): those are not cut off. */
const slackMs = 200;
/** How late a break of the clock may be, where it waits for the end of a track, ms. */
const lateMs = 10 * 60_000;

/**
 * When a station makes breaks: it marks them on the bus between two batches, and what each listener hears is decided
 * where they listen. Without a listener who has a spot there is no break.
 */
export const createBreaks = (options: BreaksOptions): Breaks => {
  const { bus, ads, flush, source, now = Date.now } = options;
  const { key, account } = options.station;
  let current: { id: string; until: number; kind: BreakKind } | undefined;
  let last = -Infinity;
  let clockDue: number | undefined;
  let minute = Math.floor(now() / 60_000);

  const rules = (): PlannedStation['breaks'] | undefined => ads?.station(key)?.breaks;
  const isQuiet = (at: number): boolean => {
    const planned = ads?.station(key);
    return planned !== undefined && dayPartAt(planned.breaks.quiet, planned.timezone, at) !== undefined;
  };
  /** How long a break would be of use, ms; 0 if too few listeners have a spot. */
  const usefulMs = (most: number, enough: number): number => {
    const survey = ads!.survey(key, most);
    const count = withSpot(survey);
    return count > 0 && count >= survey.listeners * enough ? commonLength(survey) : 0;
  };
  const begin = (kind: BreakKind, ms: number): string | undefined => {
    const at = flush();
    if (at === undefined) return undefined;
    const id = randomUUID();
    current = { id, until: at + (ms + slackMs) * 1000, kind };
    last = now();
    ads?.made({ id, kind, ms, at: last, station: key, account });
    bus.publish({ type: 'break', station: key, id, at, ms, kind });
    options.began();
    return id;
  };
  const end = (): void => {
    if (!current) return;
    const { id } = current;
    current = undefined;
    const at = flush();
    if (at !== undefined) bus.publish({ type: 'resume', station: key, id, at });
  };
  const isClockDue = (at: number): boolean => clockDue !== undefined && at - clockDue < lateMs;
  const autodjDue = (at: number): boolean => {
    const own = rules();
    if (!own || isQuiet(at)) return false;
    return isClockDue(at) || (own.autodj.enabled && at - last >= hourMs / own.autodj.perHour);
  };
  const isLive = (): boolean => !['autodj', 'silence', 'none'].includes(source());

  const isClockMinute = (): boolean => {
    const before = minute;
    minute = Math.floor(now() / 60_000);
    const clock = rules()?.clock;
    return minute !== before && clock?.enabled === true && clock.minutes.includes(minute % 60) && !isQuiet(now());
  };

  return {
    betweenTracks() {
      const own = rules();
      if (!own || current || !autodjDue(now())) return undefined;
      const isClock = isClockDue(now());
      clockDue = undefined;
      const ms = usefulMs((isClock ? own.clock.seconds : own.autodj.maxSeconds) * 1000, own.enough);
      return ms > 0 && begin(isClock ? 'clock' : 'autodj', ms) !== undefined ? ms : undefined;
    },
    isDue: (inMs) => current === undefined && autodjDue(now() + inMs),
    titled(title) {
      const cue = rules()?.cue;
      const isOne = cue?.enabled === true && isCue(title, cue.title);
      if (current?.kind === 'cue') end();
      if (isOne && !current && !isQuiet(now())) begin('cue', cue.maxSeconds * 1000);
    },
    pass(ms) {
      if (ms === null && current?.kind === 'master') end();
      if (ms !== null && !current && rules() && !isQuiet(now())) begin('master', ms);
    },
    start(seconds) {
      if (current) return breakRefusals.running;
      if (!rules()) return breakRefusals.off;
      if (['silence', 'none'].includes(source())) return breakRefusals.silent;
      const survey = ads!.survey(key, seconds * 1000);
      if (withSpot(survey) === 0) return breakRefusals.noSpots;
      // The Auto DJ waits for the end of the break: it is no longer than what most listeners hear.
      const ms = source() === 'autodj' ? commonLength(survey) : seconds * 1000;
      const id = begin('hand', ms);
      if (id === undefined) return breakRefusals.silent;
      const { listeners } = survey;
      return { id, at: last, seconds: ms / 1000, listeners, withSpot: Math.min(listeners, withSpot(survey)) };
    },
    turn() {
      const at = current && flush();
      if (current && (at === undefined || at >= current.until)) end();
      if (!isClockMinute()) return;
      const own = rules()!;
      if (!isLive()) clockDue = now();
      else if (!current && usefulMs(own.clock.seconds * 1000, own.enough) > 0) begin('clock', own.clock.seconds * 1000);
    },
    end,
  };
};
