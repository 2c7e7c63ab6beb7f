import { describe, expect, it } from 'vitest';
import type { AutoDjItem, AutoDjRules, StationDesired } from '#contract/engine.ts';
import { atTheBeginning, createProgramme, type Programme, type Progress } from './programme.ts';
import { readProgress, saveProgress } from './saved-progress.ts';
import { readPlays, remember, type Play } from './separation.ts';

type Key = AutoDjItem['key'];
const minute = 60_000;
/** Sunday, 1 March 2026, 12:00 UTC. */
const noon = Date.UTC(2026, 2, 1, 12);

const track = (name: string, artist = `Artist of ${name}`, minutes = 3): AutoDjItem => ({
  key: `t-${name.padStart(9, '0')}` as Key,
  path: name,
  title: `Title ${name}`,
  artist,
  album: '',
  duration_ms: minutes * minute,
});
const tracks = (letters: string): AutoDjItem[] => [...letters].map((letter) => track(letter));
const rules = (some: Partial<AutoDjRules>): AutoDjRules => ({
  timezone: 'UTC',
  jingle_every: 0,
  day_parts: [],
  artist_minutes: 0,
  title_minutes: 0,
  mix_offset: 0,
  mix_speed: 0,
  ...some,
});
const wanted = (items: AutoDjItem[], more: Partial<StationDesired['autodj']> = {}): StationDesired['autodj'] => ({
  items,
  shuffle: false,
  generation: 1,
  ...more,
});

/** A station that plays what its programme chooses, each track to its end. */
function station(autodj: StationDesired['autodj'], seed = 's-1') {
  const programme = createProgramme(seed);
  programme.set(autodj);
  return playing(programme, atTheBeginning, [], noon);
}

function playing(programme: Programme, from: Progress, heard: readonly Play[], start: number) {
  let [progress, plays, at] = [from, heard, start];
  let last: { list: string; why: string; after: Progress } | undefined;
  return {
    programme,
    play(count: number): { name: string; why: string; at: number }[] {
      return Array.from({ length: count }, () => {
        const choice = programme.choose(progress, plays, at);
        if (!choice) return { name: '', why: '', at };
        last = choice;
        progress = choice.after;
        if (choice.list !== 'jingles') plays = remember(plays, choice.item, at, programme.rules);
        at += choice.item.duration_ms;
        return { name: choice.item.path, why: choice.why, at: at - choice.item.duration_ms };
      });
    },
    names(count: number): string {
      return this.play(count)
        .map(({ name }) => name)
        .join('');
    },
    change(autodj: StationDesired['autodj']): void {
      programme.set(autodj);
      progress = programme.settle(progress);
    },
    /** As the engine's snapshot brings it back. */
    restarted(autodj: StationDesired['autodj'], seed = 's-1') {
      const saved = JSON.parse(JSON.stringify(saveProgress(last!, plays)));
      const fresh = createProgramme(seed);
      fresh.set(autodj);
      const { track: key, index, round } = progress.playlist;
      const back = fresh.settle(readProgress({ track: key, index, round }, saved));
      return playing(fresh, back, readPlays(saved.plays, fresh.all()), at);
    },
    get at() {
      return at;
    },
  };
}

describe('a playlist', () => {
  it('plays in order and goes round, the first track because it is the first', () => {
    expect(station(wanted(tracks('abc'))).names(7)).toBe('abcabca');
    expect(
      station(wanted(tracks('ab')))
        .play(3)
        .map(({ why }) => why),
    ).toEqual(['first', 'order', 'order']);
  });

  it('goes on behind its track when the list is edited, and where that was when it is removed', () => {
    const one = station(wanted(tracks('abcdef')));
    one.names(3);
    one.change(wanted(tracks('fcbade')));
    expect(one.names(2)).toBe('ba');
    one.change(wanted(tracks('fcbde')));
    one.change(wanted(tracks('fcbde')));
    expect(one.names(2)).toBe('de');
  });
});

describe('a shuffled list', () => {
  const items = tracks('abcdefghijklmnopqrst');
  const shuffle = { shuffle: true };

  it('plays every track once a round, never the same twice in a row, each round in another order', () => {
    const played = [...station(wanted(items, shuffle)).names(200)];
    for (let round = 0; round < 10; round++) {
      expect(new Set(played.slice(round * 20, round * 20 + 20)).size).toBe(20);
    }
    expect(played.some((name, at) => name === played[at - 1])).toBe(false);
    expect(played.slice(0, 20)).not.toEqual(played.slice(20, 40));
  });

  it('is the same for the same station, another for another', () => {
    expect(station(wanted(items, shuffle)).names(40)).toBe(station(wanted(items, shuffle)).names(40));
    expect(station(wanted(items, shuffle)).names(40)).not.toBe(station(wanted(items, shuffle), 's-2').names(40));
  });

  it('never plays one of two tracks twice in a row', () => {
    const played = [...station(wanted(tracks('ab'), shuffle)).names(40)];
    expect(played.some((name, at) => name === played[at - 1])).toBe(false);
  });

  it('goes on from where it stood', () => {
    const one = station(wanted(items, shuffle));
    one.names(27);
    expect(one.restarted(wanted(items, shuffle)).names(30)).toBe(one.names(30));
  });
});

describe('jingles', () => {
  const jingles = [track('1', '', 0.1), track('2', '', 0.1)].map((item) => ({ ...item, kind: 'jingle' as const }));
  const every = (count: number) => wanted(tracks('abc'), { jingles, rules: rules({ jingle_every: count }) });

  it('come after every so many tracks, one after the other', () => {
    const one = station(every(2));
    expect(one.names(9)).toBe('ab1ca2bc1');
    expect(one.play(3).map(({ why }) => why)).toEqual(['order', 'order', 'jingle']);
  });

  it('never play where music is chosen, nor where none is wanted', () => {
    expect(station(wanted([...jingles, ...tracks('ab')], { jingles })).names(4)).toBe('abab');
  });

  it('are counted over a restart', () => {
    const one = station(every(3));
    one.names(6);
    expect(one.restarted(every(3)).names(9)).toBe(one.names(9));
  });
});

describe('artist and title separation', () => {
  it('passes a track over and plays it as soon as it may, then says so', () => {
    const items = [track('a', 'X'), track('b', 'X'), ...tracks('cde')];
    const played = station(wanted(items, { rules: rules({ artist_minutes: 6 }) })).play(5);
    expect(played.map(({ name }) => name).join('')).toBe('acbde');
    expect(played.map(({ why }) => why)).toEqual(['first', 'separation', 'separation', 'order', 'order']);
  });

  it('takes another spelling for the same artist, and an unknown artist for nobody', () => {
    const items = [track('a', 'Björk'), track('b', ' BJO\u0308RK '), track('c', ''), track('d', '')];
    expect(station(wanted(items, { rules: rules({ artist_minutes: 9 }) })).names(4)).toBe('acdb');
  });

  it('keeps titles apart whoever sings them', () => {
    const items = [track('a'), { ...track('b'), title: 'title A' }, ...tracks('cd')];
    expect(station(wanted(items, { rules: rules({ title_minutes: 7 }) })).names(4)).toBe('acdb');
  });

  it('plays what was heard longest ago where nothing else is left', () => {
    const items = [track('a', 'X'), track('b', 'X'), track('c', 'X')];
    expect(station(wanted(items, { rules: rules({ artist_minutes: 60, title_minutes: 60 }) })).names(7)).toBe(
      'abcabca',
    );
  });

  it.each([false, true])('holds over a day wherever the list allows it (shuffled: %s)', (shuffle) => {
    const items = Array.from({ length: 120 }, (_, at) => track(`${at}.`, `Artist ${at % 12}`));
    const one = station(wanted(items, { shuffle, rules: rules({ artist_minutes: 30, title_minutes: 120 }) }));
    const last = new Map<string, number>();
    for (const { name, at } of one.play(480)) {
      const { artist, title } = items.find(({ path }) => path === name)!;
      expect(at - (last.get(artist) ?? -Infinity)).toBeGreaterThanOrEqual(30 * minute);
      expect(at - (last.get(title) ?? -Infinity)).toBeGreaterThanOrEqual(120 * minute);
      last.set(artist, at).set(title, at);
    }
  });

  it('forgets no track while it moves them', () => {
    const items = Array.from({ length: 60 }, (_, at) => track(`${at}.`, `Artist ${Math.floor(at / 20)}`));
    const one = station(wanted(items, { rules: rules({ artist_minutes: 7 }) }));
    const counts = new Map<string, number>();
    for (const { name } of one.play(240)) counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(counts.size).toBe(60);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(6);
  });

  it('remembers over a restart what was heard and what was passed over', () => {
    const items = [...'aabbaacdefgh'].map((letter, at) => track(`${at}.`, letter));
    const autodj = wanted(items, { rules: rules({ artist_minutes: 10, title_minutes: 20 }) });
    const one = station(autodj);
    one.names(7);
    expect(one.restarted(autodj).names(30)).toBe(one.names(30));
  });
});

describe('day-parts', () => {
  const part = (id: string, days: number[], from: number, to: number, names: string) => ({
    id,
    name: id,
    days,
    from,
    to,
    tracks: [...names].map((name) => track(name).key),
  });
  const withParts = (parts: ReturnType<typeof part>[], timezone = 'UTC') =>
    wanted(tracks('abcdef'), { others: tracks('xyz'), rules: rules({ timezone, day_parts: parts }) });
  const namesFrom = (autodj: StationDesired['autodj'], at: number, count: number): string => {
    const programme = createProgramme('s-1');
    programme.set(autodj);
    return playing(programme, atTheBeginning, [], at).names(count);
  };

  it('begin with the first track after their minute; the playlist goes on where it was', () => {
    const one = station(withParts([part('lunch', [7], 12 * 60 + 5, 12 * 60 + 14, 'xyz')]));
    const played = one.play(8);
    expect(played.map(({ name }) => name).join('')).toBe('abxyzcde');
    expect(played[2]).toMatchObject({ why: 'daypart:lunch', at: noon + 6 * minute });
    expect(played[5]!.why).toBe('order');
  });

  it('go on where they stood the next time', () => {
    const one = station(
      withParts([part('p', [7], 12 * 60, 12 * 60 + 6, 'xyz'), part('p2', [7], 12 * 60 + 9, 12 * 60 + 12, 'z')]),
    );
    expect(one.names(5)).toBe('xyazb');
  });

  it('reach over midnight into the day that follows', () => {
    const night = withParts([part('night', [7], 23 * 60 + 57, 6, 'x')]);
    expect(namesFrom(night, Date.UTC(2026, 2, 1, 23, 54), 6)).toBe('axxxbc');
    expect(namesFrom(night, Date.UTC(2026, 2, 1, 0, 0), 1)).toBe('a');
  });

  it('keep to the clocks of the station through summer time', () => {
    const morning = withParts([part('morning', [1, 2, 3, 4, 5, 6, 7], 6 * 60, 7 * 60, 'x')], 'Europe/Berlin');
    expect(namesFrom(morning, Date.UTC(2026, 2, 28, 5, 0), 1)).toBe('x');
    expect(namesFrom(morning, Date.UTC(2026, 2, 29, 5, 0), 1)).toBe('a');
    expect(namesFrom(morning, Date.UTC(2026, 2, 29, 4, 0), 1)).toBe('x');
    const offset = withParts([part('morning', [7], 6 * 60, 7 * 60, 'x')], '+01:30');
    expect(namesFrom(offset, Date.UTC(2026, 2, 29, 4, 30), 1)).toBe('x');
    expect(namesFrom(offset, Date.UTC(2026, 2, 29, 4, 0), 1)).toBe('a');
    const skipped = withParts([part('skipped', [7], 2 * 60, 3 * 60, 'x')], 'Europe/Berlin');
    expect(namesFrom(skipped, Date.UTC(2026, 2, 29, 0, 54), 6)).toBe('abcdef');
    const twice = (at: number) => namesFrom(withParts([part('twice', [7], 120, 180, 'x')], 'Europe/Berlin'), at, 1);
    expect(
      [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), Date.UTC(2026, 9, 25, 2, 0)].map(twice),
    ).toEqual(['x', 'x', 'a']);
  });

  it('count for nothing without a track, or in a time zone nobody knows', () => {
    expect(namesFrom(withParts([part('empty', [7], 0, 0, '')]), noon, 2)).toBe('ab');
    expect(namesFrom(withParts([part('noon', [7], 12 * 60, 13 * 60, 'x')], 'Mars/Base'), noon, 1)).toBe('x');
  });

  it('go on over a restart as if there had been none', () => {
    const autodj = withParts([part('lunch', [7], 12 * 60 + 5, 12 * 60 + 14, 'xyz')]);
    const one = station(autodj);
    one.names(3);
    expect(one.restarted(autodj).names(20)).toBe(one.names(20));
  });
});

it('takes a list of 10,000 tracks, shuffled and with rules, in a few milliseconds', () => {
  const items = Array.from({ length: 10_000 }, (_, at) => track(`${at}.`, `Artist ${at % 50}`));
  const one = station(wanted(items, { shuffle: true, rules: rules({ artist_minutes: 60, title_minutes: 600 }) }));
  one.play(300);
  const began = process.cpuUsage().user;
  one.change(wanted(items.toReversed(), { shuffle: true, rules: rules({ artist_minutes: 60, title_minutes: 600 }) }));
  one.play(1);
  expect((process.cpuUsage().user - began) / 1000).toBeLessThan(100);
});
