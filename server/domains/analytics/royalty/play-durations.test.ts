import { describe, expect, it } from 'vitest';
import { longestMs, playDurations, type RecordedPlay, type SourceEnd } from './play-durations.ts';

const minute = 60_000;
const now = 10_000 * minute;
const play = (at: number, given: Partial<RecordedPlay> = {}): RecordedPlay => ({
  ...{ at: at * minute, source: 'live', why: '', track: '', artist: 'A', title: `Title ${at}`, album: '' },
  ...{ isrc: '', label: '', lasts: 0 },
  ...given,
});
const track = (at: number, lasts: number) => play(at, { source: 'autodj', track: 't', lasts: lasts * minute });
const end = (at: number, source: string, event = 'lost'): SourceEnd => ({ at: at * minute, source, event });
const lengths = (plays: RecordedPlay[], ends: SourceEnd[] = []) =>
  playDurations(plays, ends, now).map(({ from, to }) => (to - from) / minute);

describe('a play lasts', () => {
  it('until the next one, from any source', () => {
    expect(lengths([play(0), play(3, { source: 'failover' }), track(5, 4)])).toEqual([3, 2, 4]);
  });
  it('20 minutes at most where its length is unknown, and until now at the latest', () => {
    expect(lengths([play(0), play(60)])).toEqual([longestMs / minute, 20]);
    expect(lengths([play(9990)])).toEqual([10]);
  });
  it('until the track is over, where silence follows it', () => {
    expect(lengths([track(0, 4), track(30, 30)])).toEqual([4, 30]);
  });
  it('until its encoder is lost or disconnects', () => {
    expect(lengths([play(0), play(30)], [end(7, 'live')])).toEqual([7, 20]);
    expect(lengths([play(0)], [end(8, 'live', 'disconnected')])).toEqual([8]);
  });
  it('on while another source ends that is not on the air', () => {
    expect(lengths([play(0)], [end(3, 'failover'), end(9, 'live')])).toEqual([9]);
    expect(lengths([play(0, { source: 'failover' })], [end(3, 'failover', 'disconnected')])).toEqual([20]);
    expect(lengths([track(0, 6)], [end(2, 'live')])).toEqual([6]);
  });
  it('on while its title is repeated, and starts over when the Auto DJ plays it again', () => {
    expect(lengths([play(0, { title: 'X' }), play(4, { title: 'X' }), play(9)])).toEqual([9, 20]);
    expect(lengths([track(0, 5), track(5, 5)])).toEqual([5, 5]);
  });
});
