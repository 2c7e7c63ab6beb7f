import { beforeEach, describe, expect, it } from 'vitest';
import { defaultBreakRules, type BreakRules } from '#contract/rules/break-rules.ts';
import type { PlannedStation } from '#contract/engine/engine-ads.ts';
import type { BusMessage } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import type { AdSurvey } from '#streaming/bus/wire.ts';
import { createBreaks, type Breaks } from './breaks.ts';
import type { OutputSource } from './station-output.ts';

const key = 's-1111111111111111111111' as PlannedStation['key'];
const minute = 60_000;
/** A Monday, 12:00. */
const noon = Date.UTC(2026, 10, 23, 12);

let now: number;
let at: number;
let source: OutputSource;
let rules: BreakRules | undefined;
let survey: AdSurvey;
let messages: BusMessage[];
let breaks: Breaks;

beforeEach(() => {
  [now, at, source] = [noon, 0, 'autodj'];
  rules = defaultBreakRules;
  survey = { listeners: 10, lengths: { 30_015: 6, 15_000: 2 } };
  messages = [];
  const bus = createBus();
  bus.subscribe((message) => messages.push(message));
  const planned = (): PlannedStation | undefined =>
    rules && { key, timezone: 'UTC', language: 'en', category: 1, breaks: rules, campaigns: [], withheld: [] };
  breaks = createBreaks({
    station: { key, account: 'a-1111111111111111111111' as never },
    bus,
    ads: { station: planned, survey: () => survey, made() {} },
    began() {},
    flush: () => at,
    source: () => source,
    now: () => now,
  });
});

/** Time passes, the source sends its audio, and the station has its turn. */
const pass = (ms: number): void => {
  now += ms;
  at += ms * 1000;
  breaks.turn();
};
const sent = (): string[] =>
  messages.map((message) => (message.type === 'break' ? `${message.kind} ${message.ms}` : message.type));

describe('between two tracks', () => {
  it('makes a break as long as what most listeners hear, so many an hour', () => {
    expect(breaks.betweenTracks()).toBe(30_015);
    expect(messages).toMatchObject([{ type: 'break', station: key, at: 0, ms: 30_015, kind: 'autodj' }]);
    pass(30_100);
    expect(messages).toHaveLength(1);
    pass(115);
    expect(messages[1]).toMatchObject({ type: 'resume', at: 30_215_000 });
    expect(breaks.isDue(14 * minute)).toBe(false);
    expect(breaks.isDue(15 * minute)).toBe(true);
    pass(14 * minute);
    expect(breaks.betweenTracks()).toBeUndefined();
    pass(minute);
    expect(breaks.betweenTracks()).toBe(30_015);
  });

  it('makes none without enough listeners who have a spot, in quiet hours, or without audio ads', () => {
    survey = { listeners: 10, lengths: { 30_015: 1 } };
    expect(breaks.betweenTracks()).toBeUndefined();
    survey = { listeners: 0, lengths: {} };
    expect(breaks.betweenTracks()).toBeUndefined();
    survey = { listeners: 1, lengths: { 30_015: 1 } };
    rules = { ...defaultBreakRules, quiet: [{ days: [1], from: 12 * 60, to: 13 * 60 }] };
    expect(breaks.betweenTracks()).toBeUndefined();
    rules = undefined;
    expect(breaks.betweenTracks()).toBeUndefined();
    expect(messages).toEqual([]);
  });
});

describe('over an encoder', () => {
  beforeEach(() => {
    source = 'live';
    rules = {
      ...defaultBreakRules,
      cue: { enabled: true, title: 'advert*break', maxSeconds: 60 },
      clock: { enabled: true, minutes: [10], seconds: 30 },
    };
  });

  it('begins with a title that matches, and ends with the next one, or after the longest time', () => {
    breaks.titled('Song');
    breaks.titled('ADVERT: long break');
    pass(20_000);
    expect(sent()).toEqual(['cue 60000']);
    breaks.titled('Song');
    expect(sent()).toEqual(['cue 60000', 'resume']);
    breaks.titled('Advert break');
    pass(60_200);
    expect(sent().slice(2)).toEqual(['cue 60000', 'resume']);
    breaks.titled('Song');
    expect(sent()).toHaveLength(4);
  });

  it('begins at its minutes of the hour, and waits for the end of a track of the Auto DJ', () => {
    pass(10 * minute);
    expect(sent()).toEqual(['clock 30000']);
    pass(30_000);
    pass(30_000);
    expect(sent()).toEqual(['clock 30000', 'resume']);
    source = 'autodj';
    rules = { ...rules!, autodj: { ...rules!.autodj, enabled: false } };
    pass(59 * minute);
    expect(breaks.isDue(0)).toBe(true);
    expect(breaks.betweenTracks()).toBe(30_015);
    expect(sent().slice(2)).toEqual(['clock 30015']);
  });

  it('is ended by the end of what it covers', () => {
    breaks.titled('advert break');
    breaks.end();
    breaks.end();
    expect(sent()).toEqual(['cue 60000', 'resume']);
  });
});

it('is made by hand, unless one plays, the station is silent, or nobody has a spot', () => {
  expect(breaks.start(60)).toMatchObject({ at: noon, seconds: 30.015, listeners: 10, withSpot: 8 });
  expect(breaks.start(60)).toBe('A break is playing.');
  pass(30_215);
  source = 'silence';
  expect(breaks.start(60)).toBe('The station is silent.');
  source = 'live';
  survey = { listeners: 1, lengths: {} };
  expect(breaks.start(60)).toBe('No listener has a spot to hear.');
  rules = undefined;
  expect(breaks.start(60)).toBe('This station has no audio ads.');
});
