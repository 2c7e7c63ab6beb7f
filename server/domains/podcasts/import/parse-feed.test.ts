import { expect, it } from 'vitest';
import { parseFeed } from './parse-feed.ts';

const refused = (reason: RegExp) => ({
  code: 'import.notFeed',
  details: { reason: expect.stringMatching(reason) as string },
});
const rss = (inner: string) => Buffer.from(`<rss version="2.0"><channel><title>T</title>${inner}</channel></rss>`);

it('reads a feed, and says what is wrong with another', async () => {
  expect((await parseFeed(rss('<item><guid>1</guid></item>'), '')).episodes).toHaveLength(1);
  await expect(parseFeed(Buffer.from('no'), '')).rejects.toMatchObject(refused(/not XML/));
});

it('holds nobody up while it reads a large one', async () => {
  const large = rss(`<item><guid>1</guid><description>${'x &amp; y '.repeat(900_000)}</description></item>`);
  // What this thread itself works, as a busy machine holds everybody up.
  const worked = () => process.threadCpuUsage().user / 1000;
  let longest = 0;
  let last = worked();
  const timer = setInterval(() => {
    longest = Math.max(longest, worked() - last);
    last = worked();
  }, 5);
  await parseFeed(large, '').catch(() => undefined);
  clearInterval(timer);
  expect(Math.max(longest, worked() - last)).toBeLessThan(400);
}, 60_000);

it('survives one that is all tags', async () => {
  const tags = rss('<a/>'.repeat(3_000_000));
  await parseFeed(tags, '').catch((error: unknown) => expect(error).toMatchObject(refused(/takes too much/)));
  expect((await parseFeed(rss(''), '')).podcast.values.title).toBe('T');
}, 90_000);
