import { expect, test } from 'vitest';
import { podcastGuid } from './podcast-guid.ts';

test('gives the guid that the namespace’s own example has, whatever the scheme and the slashes at the end', () => {
  for (const address of [
    'podnews.net/rss',
    'https://podnews.net/rss',
    'http://podnews.net/rss/',
    'HTTPS://podnews.net/rss//',
  ])
    expect(podcastGuid(address)).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
});

test('tells one feed from another', () => {
  expect(podcastGuid('https://a.example/feeds/one')).not.toBe(podcastGuid('https://a.example/feeds/two'));
});
