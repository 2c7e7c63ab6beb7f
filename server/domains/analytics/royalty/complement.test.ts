import { describe, expect, it } from 'vitest';
import { excessesOf, type Selection } from './complement.ts';

const minute = 60_000;
const play = (at: number, artist: string, title: string, album = ''): Selection => ({ at: at * minute, artist, title, album }); // oxfmt-ignore
const excesses = (selections: Selection[]) =>
  excessesOf(selections).map(({ rule, name, count }) => [rule, name, count]);
/** Something else in between. */
const other = (at: number): Selection => play(at, `Artist ${at}`, `Title ${at}`);

describe('the performance complement', () => {
  it('allows three selections of an album in three hours, and no fourth', () => {
    const three = [0, 50, 100].flatMap((at, i) => [play(at, `A${i}`, `Song ${i}`, 'Album'), other(at + 5)]);
    expect(excesses(three)).toEqual([]);
    expect(excesses([...three, play(150, 'A4', 'Song 4', 'ALBUM')])).toEqual([['album', 'ALBUM', 4]]);
    expect(excesses([...three, play(180, 'A4', 'Song 4', 'Album')])).toEqual([]);
  });

  it('allows four of an artist, and no fifth', () => {
    const four = [0, 40, 80, 120].flatMap((at, i) => [play(at, 'Ada', `Song ${i}`), other(at + 5)]);
    expect(excesses(four)).toEqual([]);
    expect(excesses([...four, play(179, 'ada', 'Song 5')])).toEqual([['artist', 'ada', 5]]);
  });

  it('counts different selections: the same song again does not count', () => {
    const same = [0, 20, 40, 60, 80, 100].flatMap((at) => [play(at, 'Ada', 'Song', 'Album'), other(at + 5)]);
    expect(excesses(same)).toEqual([]);
  });

  it('allows two of an album and three of an artist in a row', () => {
    const row = (n: number) => Array.from({ length: n }, (_, i) => play(i * 4, 'Ada', `Song ${i}`, 'Album'));
    expect(excesses(row(2))).toEqual([]);
    expect(excesses(row(3))).toEqual([['albumInARow', 'Album', 3]]);
    expect(excesses(row(4))).toEqual([
      ['album', 'Album', 4],
      ['albumInARow', 'Album', 4],
      ['artistInARow', 'Ada', 4],
    ]);
  });

  it('reports an ongoing excess once, with all its plays', () => {
    const hours = Array.from({ length: 12 }, (_, i) => [play(i * 30, 'Ada', `Song ${i}`), other(i * 30 + 5)]).flat();
    const [only, ...more] = excessesOf(hours);
    expect(more).toEqual([]);
    expect([only?.plays.length, only?.count]).toEqual([12, 6]);
  });

  it('does not confuse different “Best of” albums, and ignores unknown albums', () => {
    const best = ['Ada', 'Bea', 'Cleo', 'Dia'].map((artist, i) => play(i * 5, artist, 'Song', 'Greatest Hits'));
    expect(excesses(best)).toEqual([]);
    expect(excesses([0, 5, 10, 15, 20].map((at) => play(at, '', `Song ${at}`)))).toEqual([]);
  });
});
