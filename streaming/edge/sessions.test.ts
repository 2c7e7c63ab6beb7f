import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SliceEvent } from '#contract/engine/engine.ts';
import { openSessionJournal } from './session-journal.ts';
import { createSessions, type NewSession, type Sessions } from './sessions.ts';

const listener: NewSession = {
  station: 's',
  account: 'a',
  ip: '203.0.113.1',
  user_agent: 'mpv',
  referer: '',
  output: 'stream',
};
const at = (time: string): number => Date.parse(`2026-03-01T${time}Z`);

describe('sessions', () => {
  let folder: string;
  let slices: SliceEvent[];
  let started: Sessions[];
  const start = (hasSlice = (_session: string, _n: number): boolean => false): Sessions => {
    const journal = openSessionJournal(folder, (error) => {
      throw error;
    });
    const sessions = createSessions({ journal, append: (some) => slices.push(...some), hasSlice });
    started.push(sessions);
    return sessions;
  };
  const times = (): string[] =>
    slices.map(({ n, from, to, bytes, first, last }) => {
      const span = [from, to].map((time) => new Date(time).toISOString().slice(11, 19)).join('-');
      return `${n} ${span} ${bytes} ${first ? 'first' : ''}${last ? 'last' : ''}`;
    });

  beforeEach(() => {
    vi.useFakeTimers({ now: at('10:13:00') });
    folder = mkdtempSync(join(tmpdir(), 'sessions-'));
    slices = [];
    started = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  it('cuts at each quarter hour and at the end', async () => {
    const sessions = start();
    const session = sessions.open(listener);
    session.bytes += 1000;
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    session.bytes += 70;
    sessions.close(session);
    await vi.advanceTimersByTimeAsync(10);
    expect(times()).toEqual([
      '0 10:13:00-10:15:00 1000 first',
      '1 10:15:00-10:30:00 0 ',
      '2 10:30:00-10:33:00 70 last',
    ]);
    expect(new Set(slices.map(({ session: id }) => id)).size).toBe(1);
  });

  it('cuts at the quarter hour even when the timer is late', async () => {
    const sessions = start();
    const session = sessions.open(listener);
    vi.setSystemTime(at('10:47:00'));
    sessions.close(session);
    sessions.stop();
    expect(slices.map(({ from, to }) => Math.floor(from / 900_000) === Math.floor((to - 1) / 900_000))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(slices.at(-1)).toMatchObject({ to: at('10:47:00'), last: true });
  });

  it('closes what a killed process left open, losing at most what came after the last save', async () => {
    const sessions = start();
    const remaining = sessions.open(listener);
    const closed = sessions.open(listener);
    remaining.bytes = 500;
    await vi.advanceTimersByTimeAsync(11_000);
    remaining.bytes = 900;
    sessions.close(closed);
    await vi.advanceTimersByTimeAsync(1000);
    slices = [];
    start();
    expect(slices).toMatchObject([{ session: remaining.session, bytes: 500, first: true, last: true }]);
    expect(slices[0]!.to).toBeGreaterThanOrEqual(at('10:13:10'));
    slices = [];
    start();
    expect(slices).toEqual([]);
  });

  it('ends a session killed after a quarter hour with its next number', async () => {
    const sessions = start();
    const session = sessions.open(listener);
    await vi.advanceTimersByTimeAsync(2 * 60_000 + 500);
    expect(times()).toEqual(['0 10:13:00-10:15:00 0 first']);
    slices = [];
    start();
    expect(slices).toMatchObject([{ session: session.session, n: 1, first: false, last: true, from: at('10:15:00') }]);
  });

  it('does not repeat a slice in the spool after a kill between spool and journal', async () => {
    const sessions = start();
    sessions.open(listener);
    await vi.advanceTimersByTimeAsync(6000);
    slices = [];
    start((_session, n) => n === 0);
    expect(slices).toEqual([]);
  });

  it('closes every session when it stops', () => {
    const sessions = start();
    sessions.open(listener);
    sessions.open(listener);
    sessions.stop();
    expect(slices).toHaveLength(2);
    expect(sessions.list(undefined, 10).total).toBe(0);
  });

  it('is one session if its player comes back within half a minute', async () => {
    const sessions = start();
    const player = { ...listener, resume: 'key-of-a-player' };
    const first = sessions.open(player);
    first.bytes += 1000;
    sessions.close(first);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(slices).toEqual([]);
    expect(sessions.open({ ...player, ip: '203.0.113.2' }).session).not.toBe(first.session);
    const second = sessions.open(player);
    expect(second.session).toBe(first.session);
    second.bytes += 70;
    sessions.close(second);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(times()).toEqual(['0 10:13:00-10:13:20 1070 firstlast']);
  });

  it('continues a session whose connection is still open, and closing that connection ends nothing', async () => {
    const sessions = start();
    const player = { ...listener, resume: 'key-of-a-player' };
    const first = sessions.open(player);
    expect(sessions.earlier(player)).toBe(first);
    const second = sessions.open(player);
    sessions.close(first);
    expect(sessions.list(undefined, 10).total).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    sessions.close(second);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(times()).toEqual(['0 10:13:00-10:14:00 0 firstlast']);
  });

  it.each(['stopped', 'killed'])('continues a session after the process was %s', async (end) => {
    const player = { ...listener, resume: 'key-of-a-player' };
    const before = start();
    const first = before.open(player);
    const other = before.open({ ...player, resume: 'of-one-who-left' });
    await vi.advanceTimersByTimeAsync(11_000);
    if (end === 'stopped') before.stop();
    const after = start();
    await vi.advanceTimersByTimeAsync(4000);
    const second = after.open(player);
    expect(second.session).toBe(first.session);
    await vi.advanceTimersByTimeAsync(30_000);
    after.close(second);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(slices.filter(({ session }) => session === first.session)).toMatchObject([
      { n: 0, from: at('10:13:00'), to: at('10:13:45'), first: true, last: true },
    ]);
    expect(slices.filter(({ session }) => session === other.session)).toMatchObject([
      { n: 0, to: end === 'stopped' ? at('10:13:11') : at('10:13:10'), last: true },
    ]);
    if (end === 'killed') before.stop();
  });
});
