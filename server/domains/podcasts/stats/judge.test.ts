import { describe, expect, it, test } from 'vitest';
import { podcastAgents } from '#server/engines/agents/podcast-agent.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';
import { judge, type Listen } from './judge.ts';

/*
 * Request logs of real players, phones and bots, for an episode of 40 minutes at 128 kbit/s, where 1 MB is 65 s. Each
 * line has the seconds since the first one, method, status, bytes requested, bytes sent, and the expected verdict. Each
 * log is of one listener (IP address and user agent).
 */

const id3 = 50_000;
const size = 38_450_000;
const minute = 960_000;
const mb = 1_000_000;
const agents = podcastAgents();

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
const podcasts = 'Podcasts/1650.20 CFNetwork/1333.0.4 Darwin/21.5.0';
const coreMedia = 'AppleCoreMedia/1.0.0.20H18 (iPhone; U; CPU OS 16_7 like Mac OS X; en_us)';
const watch = 'Podcasts/1550.1 watchOS/8.5 model/Watch6,2 hwp/t8301 build/19T242 (6; dt:250)';
const overcast = 'Overcast/3.0 (+http://overcast.fm/; iOS podcast app)';
const antenna = 'AntennaPod/3.2.0';
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type Line = {
  at?: number;
  method?: 'GET' | 'HEAD';
  status?: number;
  /** Bytes sent, `[from, to)`; as many were requested unless `asked` is given. */
  got?: [number, number];
  asked?: number;
  prefetch?: boolean;
  /** Set if the episode's file was replaced. */
  hash?: string;
  request?: string;
  verdict: string;
};
type Log = { name: string; agent: string; lines: Line[]; downloads: number };

const logs: Log[] = [
  {
    name: 'an app that downloads the whole file',
    agent: antenna,
    lines: [{ status: 200, got: [0, size], verdict: 'counted' }],
    downloads: 1,
  },
  {
    name: 'a HEAD before the download',
    agent: overcast,
    lines: [
      { method: 'HEAD', got: [0, 0], verdict: 'head' },
      { at: 1, got: [0, size], verdict: 'counted' },
    ],
    downloads: 1,
  },
  {
    name: 'Chrome, which requests 0-1 and then the whole file',
    agent: chrome,
    lines: [
      { status: 206, got: [0, 2], verdict: 'probe' },
      { at: 1, status: 206, got: [0, size], verdict: 'counted' },
    ],
    downloads: 1,
  },
  {
    name: 'a probe for the last byte only',
    agent: safari,
    lines: [
      { status: 206, got: [0, 2], verdict: 'probe' },
      { at: 1, status: 206, got: [size - 1, size], verdict: 'probe' },
    ],
    downloads: 0,
  },
  {
    name: 'a page that loads only the beginning to learn the duration',
    agent: safari,
    lines: [{ status: 206, got: [0, 300_000], asked: size, verdict: 'partial' }],
    downloads: 0,
  },
  {
    name: 'Apple’s player, which fetches ranges until it has a minute',
    agent: coreMedia,
    lines: [
      { status: 206, got: [0, 2], verdict: 'probe' },
      { at: 1, status: 206, got: [0, 524_288], verdict: 'partial' },
      { at: 30, status: 206, got: [524_288, id3 + minute], verdict: 'counted' },
      { at: 60, status: 206, got: [id3 + minute, 2 * mb], verdict: 'duplicate' },
    ],
    downloads: 1,
  },
  {
    name: 'the same beginning fetched again and again',
    agent: coreMedia,
    lines: [
      { status: 206, got: [0, 600_000], verdict: 'partial' },
      { at: 10, status: 206, got: [0, 600_000], verdict: 'partial' },
      { at: 20, status: 206, got: [0, 600_000], verdict: 'partial' },
    ],
    downloads: 0,
  },
  {
    name: 'a download that was interrupted and resumed',
    agent: podcasts,
    lines: [
      { status: 200, got: [0, 800_000], asked: size, verdict: 'partial' },
      { at: 600, status: 206, got: [800_000, size], verdict: 'counted' },
    ],
    downloads: 1,
  },
  {
    name: 'ranges across the file, a minute in total',
    agent: chrome,
    lines: [
      { status: 206, got: [10 * mb, 10 * mb + 400_000], verdict: 'partial' },
      { at: 5, status: 206, got: [20 * mb, 20 * mb + 400_000], verdict: 'partial' },
      { at: 9, status: 206, got: [30 * mb, 30 * mb + 200_000], verdict: 'counted' },
    ],
    downloads: 1,
  },
  {
    name: 'a minute’s bytes, of which the first are tags',
    agent: antenna,
    lines: [{ status: 206, got: [0, minute], verdict: 'partial' }],
    downloads: 0,
  },
  {
    name: 'a listener who returns within the day, and on the next',
    agent: overcast,
    lines: [
      { got: [0, size], verdict: 'counted' },
      { at: 3600, got: [0, size], verdict: 'duplicate' },
      { at: 23 * 3600, got: [0, size], verdict: 'duplicate' },
      { at: 24 * 3600, got: [0, size], verdict: 'counted' },
    ],
    downloads: 2,
  },
  {
    name: 'parts on two days, neither of which is enough',
    agent: antenna,
    lines: [
      { got: [0, 600_000], verdict: 'partial' },
      { at: 25 * 3600, got: [600_000, 1_100_000], verdict: 'partial' },
    ],
    downloads: 0,
  },
  {
    name: 'an Apple Watch, which fetches the same as its phone',
    agent: watch,
    lines: [
      { got: [0, size], verdict: 'watch' },
      { at: 40, status: 206, got: [0, size], verdict: 'watch' },
    ],
    downloads: 0,
  },
  {
    name: 'a browser prefetch, then the person who plays it',
    agent: chrome,
    lines: [
      { got: [0, size], prefetch: true, verdict: 'prefetch' },
      { at: 20, got: [0, size], verdict: 'counted' },
    ],
    downloads: 1,
  },
  { name: 'a robot', agent: googlebot, lines: [{ got: [0, size], verdict: 'bot' }], downloads: 0 },
  { name: 'a script', agent: 'python-requests/2.31.0', lines: [{ got: [0, size], verdict: 'bot' }], downloads: 0 },
  { name: 'a directory’s copy', agent: 'Spotify/1.0', lines: [{ got: [0, size], verdict: 'bot' }], downloads: 0 },
  { name: 'no user agent', agent: '', lines: [{ got: [0, size], verdict: 'bot' }], downloads: 0 },
  {
    name: 'a CDN that revalidates its copy',
    agent: antenna,
    lines: [
      { status: 304, got: [0, 0], verdict: 'notModified' },
      { at: 60, status: 304, got: [0, 0], verdict: 'notModified' },
    ],
    downloads: 0,
  },
  {
    name: 'a range beyond the end',
    agent: antenna,
    lines: [{ status: 416, got: [0, 0], verdict: 'refused' }],
    downloads: 0,
  },
  {
    name: 'a slow download, recorded in slices',
    agent: podcasts,
    lines: [
      { request: 'slow', got: [0, 400_000], asked: size, verdict: 'partial' },
      { at: 1, request: 'slow', got: [400_000, 1_100_000], asked: size, verdict: 'counted' },
      { at: 31, request: 'slow', got: [1_100_000, size], asked: size, verdict: 'counted' },
    ],
    downloads: 1,
  },
  {
    name: 'replaced audio: halves of two files are no download',
    agent: podcasts,
    lines: [
      { got: [0, 600_000], verdict: 'partial' },
      { at: 60, hash: 'other', got: [600_000, 1_200_000], verdict: 'partial' },
      { at: 90, hash: 'other', got: [0, 600_000], verdict: 'counted' },
    ],
    downloads: 1,
  },
  {
    name: 'replaced audio, fetched again by a listener who was counted',
    agent: podcasts,
    lines: [
      { got: [0, size], verdict: 'counted' },
      { at: 60, hash: 'other', got: [0, size], verdict: 'duplicate' },
    ],
    downloads: 1,
  },
];

const sliceOf = (line: Line, i: number, agent: string): DeliveredSlice => {
  const [from, to] = line.got ?? [0, 0];
  const at = Date.UTC(2026, 10, 20) + (line.at ?? 0) * 1000;
  return {
    ...{ type: 'delivered', request: line.request ?? `request ${String(i)}`, n: 0, last: true, started: at, at },
    ...{ account: 'a' as never, podcast: 'p' as never, episode: 'e' as never },
    ...{ hash: line.hash ?? 'file', size, sound: id3, enough: minute },
    ...{ method: line.method ?? 'GET', status: line.status ?? 200, asked: line.asked ?? to - from, from, to },
    ...{ ip: '203.0.113.7', user_agent: agent, referer: '', prefetch: line.prefetch ?? false },
  };
};

describe('judges', () => {
  it.each(logs)('$name', ({ agent, lines, downloads }) => {
    let listen: Listen | undefined;
    let counted = 0;
    const verdicts = lines.map((line, i) => {
      const result = judge(sliceOf(line, i, agent), agents.identify(agent), listen);
      listen = result.after ?? listen;
      counted += Number(result.isDownload);
      return result.verdict;
    });
    expect(verdicts).toEqual(lines.map(({ verdict }) => verdict));
    expect(counted).toBe(downloads);
  });
});

test('the bytes of spots make no download, and spots are heard with one, once all their bytes are there', () => {
  const pinned = { slot: 0, campaign: 'c', creative: 'v', lease: 'l', position: 'pre', payout: 0 } as never;
  const spots = [
    { from: id3, to: id3 + minute, pinned },
    { from: size - minute, to: size, pinned: null },
  ];
  const got = (from: number, to: number, before?: Listen) =>
    judge({ ...sliceOf({ got: [from, to], verdict: '' }, 0, antenna), spots }, agents.identify(antenna), before);
  const first = got(0, id3 + 2 * minute - 1);
  expect([first.verdict, first.heard]).toEqual(['partial', []]);
  expect(got(id3 + minute, id3 + 2 * minute, first.after)).toMatchObject({ isDownload: true, heard: [pinned] });
  const second = got(id3 + 1, size);
  expect([second.verdict, second.heard]).toEqual(['counted', []]);
  expect(got(0, id3 + minute, second.after)).toMatchObject({ verdict: 'counted', heard: [pinned] });
});
