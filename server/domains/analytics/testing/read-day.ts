import { readFileSync } from 'node:fs';
import type { EngineEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { slicesOf } from './listening.ts';

/* Reads a-day.txt: the events of a day, and the results that were calculated by hand. */

type Numbers = Record<string, number>;
/** The kind of result (`country`), its value (`DE`; '' where there is only one), and the expected numbers. */
export type Expected = { of: string; which: string; numbers: Numbers };

const addresses: Record<string, string> = { de: '91.0.0.1', us: '8.8.8.8' };
const players: Record<string, string> = {
  vlc: 'VLC/3.0.20',
  phone: 'AppleCoreMedia/1.0 (iPhone; CPU OS 17_5 like Mac OS X)',
  web: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
};

const sections = (): Map<string, string[]> => {
  const text = readFileSync(new URL('a-day.txt', import.meta.url), 'utf8');
  const [, ...parts] = text.split(/^= /m);
  return new Map(
    parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return [name, lines.filter((line) => line.startsWith('  '))] as const;
    }),
  );
};

/** `20T06:00:00` in Berlin, one hour ahead of UTC in November. */
const momentOf = (text: string): number => Date.parse(`2026-11-${text}+01:00`);

/** The events that the engine would have sent that day, in order. */
export const eventsOf = (account: AccountKey, stations: Record<string, StationKey>): EngineEvent[] => {
  const read = sections();
  const sessions = read.get('sessions')!.slice(1).map(columnsOf);
  const listeners = new Map(
    sessions.map(([id = '', station = '', from = '', to = '', who = '', page = '', output = '']) => {
      const [address = '', player = ''] = who.split(' ');
      const attributes = { ip: addresses[address]!, user_agent: players[player]!, referer: page === '-' ? '' : page };
      const listener = { ...attributes, station: stations[station]!, account, output: output as 'stream' };
      return [id, { ...listener, from: momentOf(from), to: momentOf(to) }] as const;
    }),
  );
  const plays = read.get('plays')!.map(columnsOf);
  const spots = read.get('spots')!.map(columnsOf);
  return [
    ...[...listeners.values()].flatMap(slicesOf),
    ...plays.map(([station = '', at = '', artist = '', title = '']): EngineEvent => {
      const details = { source: 'autodj', track: null, title, artist, album: '' } as const;
      return { type: 'play', station: stations[station]!, account, at: momentOf(at), ...details };
    }),
    ...spots.map(([id = '', at = '', quartile = '']): EngineEvent => {
      const { from: _from, to: _to, ...listener } = listeners.get(id)!;
      const spot = { campaign: 'spring', session: id, quartile: Number(quartile) as 0 };
      return { type: 'spot', at: momentOf(at), ...spot, ...listener };
    }),
  ].sort((one, other) => endOf(one) - endOf(other));
};

const endOf = (event: EngineEvent): number =>
  event.type === 'slice' ? event.to : event.type === 'call' ? event.ended : event.at;

const columnsOf = (line: string): string[] => line.trim().split(/ {2,}/);

/** `country DE   connections 6   uniques 2   2, 3, 5`: names with numbers, then a remark. */
export const expectations = (): Expected[] =>
  sections()
    .get('expected')!
    .map((line) => {
      const [name = '', ...rest] = line
        .trim()
        .replaceAll(/ +(?=(?:connections|plays|sessions) )/g, '  ')
        .split(/ {2,}/);
      const [of = '', which = ''] = name.split(' ');
      const pairs = rest.map((part) => /^([a-zA-Z_]+) ([\d.]+)$/.exec(part)).filter((found) => found !== null);
      const numbers = Object.fromEntries(pairs.map(([, word = '', value]) => [word, Number(value)]));
      return { of, which: which === '-' ? '' : which.replaceAll('~', ' '), numbers };
    });
