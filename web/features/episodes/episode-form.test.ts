import { describe, expect, it } from 'vitest';
import type { Episode } from '#contract/api/episode.ts';
import { valuesOf } from './episode-form.ts';

const podcast = { author: 'Nora Night', explicit: true };
const episode = (fields: Partial<Episode>): Episode =>
  ({ season: null, episode: null, author: '', ...fields }) as Episode;

describe('a new episode', () => {
  it('continues the season and numbers of the newest numbered episode, by the author of the podcast', () => {
    const recent = [episode({ author: 'Ada' }), episode({ season: 2, episode: 7 }), episode({ season: 1, episode: 9 })];
    expect(valuesOf(undefined, { podcast, recent })).toMatchObject({
      author: 'Nora Night',
      explicit: true,
      season: 2,
      episode: 8,
      when: 'draft',
    });
    expect(valuesOf(undefined, { podcast: { ...podcast, author: '' }, recent }).author).toBe('Ada');
  });

  it('has no number in a podcast whose episodes have none', () =>
    expect(valuesOf(undefined, { podcast, recent: [episode({})] })).toMatchObject({ season: null, episode: null }));

  it('leaves the values of an existing episode alone', () =>
    expect(valuesOf(episode({ author: 'Ada' }), { podcast, recent: [episode({ episode: 7 })] })).toMatchObject({
      author: 'Ada',
      episode: null,
    }));
});
