import { expect, it } from 'vitest';
import { parseFeed } from './parse-feed.ts';

const owner = 'one';
const refused = (reason: RegExp) => ({
  code: 'import.notFeed',
  details: { reason: expect.stringMatching(reason) as string },
});
const rss = (inner: string) => Buffer.from(`<rss version="2.0"><channel><title>T</title>${inner}</channel></rss>`);

it('parses a feed, and says what is wrong with an invalid one', async () => {
  expect((await parseFeed(owner, rss('<item><guid>1</guid></item>'), '')).episodes).toHaveLength(1);
  await expect(parseFeed(owner, Buffer.from('no'), '')).rejects.toMatchObject(refused(/not XML/));
});

it('does not block the event loop while it parses a large one', async () => {
  const large = rss(`<item><guid>1</guid><description>${'x &amp; y '.repeat(900_000)}</description></item>`);
  // CPU time of this thread, as wall time also grows on a busy machine.
  const cpuMs = () => process.threadCpuUsage().user / 1000;
  let longest = 0;
  let last = cpuMs();
  const timer = setInterval(() => {
    longest = Math.max(longest, cpuMs() - last);
    last = cpuMs();
  }, 5);
  await parseFeed(owner, large, '').catch(() => undefined);
  clearInterval(timer);
  expect(Math.max(longest, cpuMs() - last)).toBeLessThan(400);
}, 60_000);

it('survives a feed with millions of tags', async () => {
  const tags = rss('<a/>'.repeat(3_000_000));
  await parseFeed(owner, tags, '').catch((error: unknown) => expect(error).toMatchObject(refused(/too complex/)));
  expect((await parseFeed(owner, rss(''), '')).podcast.values.title).toBe('T');
}, 90_000);

it('refuses markup that is expensive to parse, within the CPU limit', async () => {
  const comments = Buffer.from(`${'<!---->'.repeat(200)}<nothing`);
  const doctype = Buffer.from(`<!DOCTYPE rss ${'<!DOCTYPE'.repeat(16_000)}`);
  const attributes = Array.from({ length: 300_000 }, (_none, i) => `a${i}="1"`).join(' ');
  const used = process.cpuUsage();
  await expect(parseFeed(owner, comments, '')).rejects.toMatchObject(refused(/not well-formed/));
  await expect(parseFeed(owner, doctype, '')).rejects.toMatchObject(refused(/too much before its first element/));
  await expect(parseFeed(owner, rss(`<item ${attributes}/>`), '')).rejects.toMatchObject(
    refused(/more than 100 attributes/),
  );
  expect(process.cpuUsage(used).user / 1e6).toBeLessThan(9);
}, 120_000);

it('parses a feed after thirty comments', async () => {
  const comments = '<?xml version="1.0"?>\n' + '<!-- made with care -->\n'.repeat(30);
  const feed = Buffer.concat([Buffer.from(comments), rss('<item><guid>1</guid></item>')]);
  expect((await parseFeed(owner, feed, '')).episodes).toHaveLength(1);
});

it('parses one person’s feed while hostile feeds of another wait', async () => {
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
