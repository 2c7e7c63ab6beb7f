import { gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { adminEmail, startBigPortal, type BigPortal } from './big-portal.ts';
import type { Row } from './report.ts';

/** p95 in ms of a move, which the user waits for, and of calls that carry the whole playlist. */
const budgetMs = { move: 100, whole: 1000 };

type Playlist = { playlist: { key: string }[]; undo: { id: number } | null };
type Call = { method: 'GET' | 'PUT' | 'POST'; path: string; body?: unknown };

/** The calls of the Auto DJ page on a playlist of 10,000 tracks, one after the other over HTTP. */
export const benchPlaylist = async (folder: string, rounds: number): Promise<Row[]> => {
  const portal = await startBigPortal(folder, { accounts: 1000, stations: 2000, users: 1000, tracks: 50_000 });
  try {
    return await measurePlaylist(portal, rounds);
  } finally {
    await portal.stop();
  }
};

const measurePlaylist = async (portal: BigPortal, rounds: number): Promise<Row[]> => {
  const pool = new Pool(portal.url, { connections: 1 });
  const authorization = `Bearer ${await portal.issuer.token({ sub: 'admin', email: adminEmail })}`;
  const base = `/v1/stations/${portal.fullStation}/auto_dj/`;
  const ask = async ({ method, path, body }: Call): Promise<{ ms: number; reply: Playlist }> => {
    const headers = { authorization, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
    const requestBody = body === undefined ? null : JSON.stringify(body);
    const startedAt = performance.now();
    const answer = await pool.request({ path: base + path, method, headers, body: requestBody });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const ms = performance.now() - startedAt;
    const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text.toString()}`);
    return { ms, reply: JSON.parse(text.toString()) as Playlist };
  };

  const { reply } = await ask({ method: 'GET', path: '' });
  const tracks = reply.playlist.map(({ key }) => key);
  const move = async (round: number): Promise<number> => {
    const [from, to] = [(round * 7919) % tracks.length, (round * 104_729 + 13) % tracks.length];
    return (await ask({ method: 'PUT', path: 'move', body: { tracks: [tracks[from]], before: tracks[to] } })).ms;
  };
  const times = async (count: number, one: (round: number) => Promise<number>): Promise<number[]> => {
    const timesMs: number[] = [];
    for (let round = 1; round <= count; round++) timesMs.push(await one(round));
    return timesMs.toSorted((a, b) => a - b);
  };
  const undo = async (): Promise<number> => {
    const { reply: before } = await ask({ method: 'GET', path: '' });
    return (await ask({ method: 'POST', path: 'undo', body: { step: before.undo?.id } })).ms;
  };
  const fewRounds = Math.ceil(rounds / 10);
  const rows = [
    rowOf('move one of 10,000 tracks', await times(rounds, move), budgetMs.move),
    rowOf(
      'show 10,000 tracks',
      await times(fewRounds, async () => (await ask({ method: 'GET', path: '' })).ms),
      budgetMs.whole,
    ),
    rowOf(
      'reorder 10,000 tracks',
      await times(fewRounds, async (round) => {
        const rotated = [...tracks.slice(round * 100), ...tracks.slice(0, round * 100)];
        return (await ask({ method: 'PUT', path: 'reorderTracks', body: { tracks: rotated } })).ms;
      }),
      budgetMs.whole,
    ),
    rowOf('undo among 10,000 tracks', await times(fewRounds, undo), budgetMs.whole),
  ];
  await pool.close();
  return rows;
};

const rowOf = (figure: string, times: readonly number[], budget: number): Row => {
  const at = (share: number): number => times[Math.max(Math.ceil(times.length * share) - 1, 0)] ?? 0;
  return {
    figure,
    ours: `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms`,
    budget: `p95 ≤ ${budget} ms`,
    pass: at(0.95) <= budget,
  };
};
