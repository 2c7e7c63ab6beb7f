import { expect, it, test } from 'vitest';
import { fillUrlTemplate, distributionPlatforms, isListingOf } from './distribution-platforms.ts';

const platformById = (id: string) => distributionPlatforms.find((platform) => platform.id === id)!;

it.each(distributionPlatforms.map((platform) => [platform.name, platform] as const))(
  '%s accepts its own example, and no other platform does',
  (_, platform) => {
    const matching = distributionPlatforms.filter((other) => isListingOf(other, platform.example));
    expect(matching.map(({ id }) => id)).toEqual([platform.id]);
    expect(fillUrlTemplate(platform.submit, { feed: 'https://a.example/feeds/x?y=1&z' })).toMatch(/^https:\/\/[^{}]+$/);
  },
);

it.each([
  ['amazon', 'https://music.amazon.co.uk/podcasts/0f0b', true],
  ['amazon', 'https://music.amazon.com.au/podcasts/0f0b', true],
  ['amazon', 'https://music.amazon.evil.example/podcasts/0f0b', false],
  ['apple', 'http://podcasts.apple.com/us/podcast/a/id1', false],
  ['apple', 'https://podcasts.apple.com.evil.example/us/podcast/a/id1', false],
  ['apple', 'https://podcasts.apple.com:444/us/podcast/a/id1', false],
  ['apple', 'https://me@podcasts.apple.com/us/podcast/a/id1', false],
  ['apple', 'https://podcasts.apple.com/us/browse', false],
  ['spotify', 'https://open.spotify.com/intl-de/show/4rOo', true],
  ['spotify', 'https://open.spotify.com/track/4rOo', false],
  ['youtube', 'https://www.youtube.com/playlist?list=PL1', true],
  ['youtube', 'https://www.youtube.com/watch?v=1', false],
  ['spotify', 'no address', false],
])('%s: is %s a listing: %s', (id, address, isOne) => {
  expect(isListingOf(platformById(id), address)).toBe(isOne);
});

test('fills the whole feed URL into a submission URL', () => {
  const url = new URL(fillUrlTemplate(platformById('apple').submit, { feed: 'https://a.example/feeds/x?y=1&z' }));
  expect(url.searchParams.get('submitfeed')).toBe('https://a.example/feeds/x?y=1&z');
});
