import { expect, test } from 'vitest';
import { podcastGuid } from './podcast-guid.ts';

test('gives the guid of the namespace’s example, ignoring scheme and trailing slashes', () => {
  for (const url of [
    'podnews.net/rss',
    'https://podnews.net/rss',
    'http://podnews.net/rss/',
    'HTTPS://podnews.net/rss//',
  ])
    expect(podcastGuid(url)).toBe('9b024349-ccf0-5f69-a609-6b82873eab3c');
});

test('differs between feeds', () => {
  expect(podcastGuid('https://a.example/feeds/one')).not.toBe(podcastGuid('https://a.example/feeds/two'));
});
