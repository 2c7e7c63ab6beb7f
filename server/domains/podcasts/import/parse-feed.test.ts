import { expect, it } from 'vitest';
import { parseFeed } from './parse-feed.ts';

const somebody = 'one';
const refused = (reason: RegExp) => ({
  code: 'import.notFeed',
  details: { reason: expect.stringMatching(reason) as string },
});
const rss = (inner: string) => Buffer.from(`<rss version="2.0"><channel><title>T</title>${inner}</channel></rss>`);

it('reads a feed, and says what is wrong with another', async () => {
  expect((await parseFeed(somebody, rss('<item><guid>1</guid></item>'), '')).episodes).toHaveLength(1);
  await expect(parseFeed(somebody, Buffer.from('no'), '')).rejects.toMatchObject(refused(/not XML/));
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
  await parseFeed(somebody, large, '').catch(() => undefined);
  clearInterval(timer);
  expect(Math.max(longest, worked() - last)).toBeLessThan(400);
}, 60_000);

it('survives one that is all tags', async () => {
  const tags = rss('<a/>'.repeat(3_000_000));
  await parseFeed(somebody, tags, '').catch((error: unknown) => expect(error).toMatchObject(refused(/takes too much/)));
  expect((await parseFeed(somebody, rss(''), '')).podcast.values.title).toBe('T');
}, 90_000);

it('refuses markup that a parser would take for ever over, each within its bound of work', async () => {
  const comments = Buffer.from(`${'<!---->'.repeat(200)}<nothing`);
  const doctype = Buffer.from(`<!DOCTYPE rss ${'<!DOCTYPE'.repeat(16_000)}`);
  const attributes = Array.from({ length: 300_000 }, (_none, i) => `a${i}="1"`).join(' ');
  const used = process.cpuUsage();
  await expect(parseFeed(somebody, comments, '')).rejects.toMatchObject(refused(/not well-formed/));
  await expect(parseFeed(somebody, doctype, '')).rejects.toMatchObject(refused(/too much before its first element/));
  await expect(parseFeed(somebody, rss(`<item ${attributes}/>`), '')).rejects.toMatchObject(
    refused(/more than 100 attributes/),
  );
  expect(process.cpuUsage(used).user / 1e6).toBeLessThan(9);
}, 120_000);

it('reads a feed behind thirty comments', async () => {
  const comments = '<?xml version="1.0"?>\n' + '<!-- made with care -->\n'.repeat(30);
  const feed = Buffer.concat([Buffer.from(comments), rss('<item><guid>1</guid></item>')]);
  expect((await parseFeed(somebody, feed, '')).episodes).toHaveLength(1);
});

it('reads one person’s feed while another has many hostile ones waiting', async () => {
  const slow = rss(`<item><title>${' '.repeat(300_000)}x</title><pubDate>${' '.repeat(300_000)}x</pubDate></item>`);
  const ended: string[] = [];
  const attacks = Array.from({ length: 4 }, () =>
    parseFeed('attacker', slow, '')
      .catch(() => undefined)
      .then(() => ended.push('attack')),
  );
  const honest = parseFeed('honest', rss('<item><guid>1</guid></item>'), '').then(() => ended.push('honest'));
  await honest;
  expect(ended.filter((who) => who === 'attack').length).toBeLessThan(2);
  await Promise.all(attacks);
}, 120_000);
