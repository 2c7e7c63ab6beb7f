import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineEvent } from '#contract/engine/engine.ts';
import { createSpool, type Spool } from './spool.ts';

const play = (at: number): EngineEvent =>
  ({
    type: 'play',
    station: 's',
    account: 'a',
    at,
    source: 'live',
    track: null,
    title: 'ü',
    artist: '',
    album: '',
  }) as never;
const times = (events: EngineEvent[] | undefined): number[] =>
  (events ?? []).map((event) => (event as { at: number }).at);

describe('the spool', () => {
  let folder: string;
  let spools: Spool[];
  const open = (own: { batchEvents?: number; gatherMs?: number } = {}): Spool => {
    const spool = createSpool({ folder, gatherMs: 0, ...own });
    spools.push(spool);
    return spool;
  };
  /** What a kill leaves: the files as they are, without a clean stop. */
  const killed = (): void => {};

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'spool-'));
    spools = [];
  });
  afterEach(() => {
    for (const spool of spools) spool.stop();
    rmSync(folder, { recursive: true });
  });

  it('delivers events in order and repeats a batch until it is acknowledged', async () => {
    const spool = open();
    spool.append([play(1), play(2)]);
    const first = await spool.next(0);
    spool.append([play(3)]);
    const repeated = await spool.next(0);
    expect(JSON.stringify(repeated)).toBe(JSON.stringify(first));
    expect(times(first?.events)).toEqual([1, 2]);
    spool.acknowledge(first!.batch);
    const next = await spool.next(0);
    expect(times(next?.events)).toEqual([3]);
    expect(next!.batch).toBe(first!.batch + 1);
  });

  it('delivers the same bytes after a kill, and continues the numbering', async () => {
    const before = open();
    before.append([play(1)]);
    const first = await before.next(0);
    before.append([play(2)]);
    killed();
    const after = open();
    expect(JSON.stringify(await after.next(0))).toBe(JSON.stringify(first));
    after.acknowledge(first!.batch);
    const second = await after.next(0);
    expect(times(second?.events)).toEqual([2]);
    after.acknowledge(second!.batch);
    killed();
    const last = open();
    last.append([play(3)]);
    const third = await last.next(0);
    expect(third!.batch).toBeGreaterThan(second!.batch);
    expect(third!.engine).toBe(first!.engine);
  });

  it('drops only the line that a crash truncated', async () => {
    const before = open();
    before.append([play(1), play(2)]);
    killed();
    const newest = readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .sort()
      .at(-1)!;
    appendFileSync(join(folder, newest), '{"type":"play","at":3');
    const after = open();
    expect(times((await after.next(0))?.events)).toEqual([1, 2]);
    expect(readFileSync(join(folder, newest), 'utf8').endsWith('\n')).toBe(true);
  });

  it('makes batches of the given size at most', async () => {
    const spool = open({ batchEvents: 10 });
    spool.append(Array.from({ length: 25 }, (_, at) => play(at)));
    const sizes: number[] = [];
    for (let batch = await spool.next(0); batch; batch = await spool.next(0)) {
      sizes.push(batch.events.length);
      spool.acknowledge(batch.batch);
    }
    expect(sizes.reduce((sum, size) => sum + size)).toBe(25);
    expect(Math.max(...sizes)).toBe(10);
  });

  it('answers a waiting caller when events come, and with nothing when none do', async () => {
    const spool = open({ gatherMs: 20 });
    expect(await spool.next(10)).toBeUndefined();
    const waiting = spool.next(10_000);
    spool.append([play(1)]);
    spool.append([play(2)]);
    expect(times((await waiting)?.events)).toEqual([1, 2]);
  });

  it('delivers the next batch, as JSON, while one is in transit', async () => {
    const spool = open({ batchEvents: 2 });
    spool.appendFrom('edge', 1, [play(1), play(2), play(3)]);
    const read = async (after: number) => {
      const json = await spool.nextJson(0, after);
      return json && (JSON.parse(json.toString()) as { engine: string; batch: number; events: EngineEvent[] });
    };
    const first = await read(0);
    expect(first).toEqual(await spool.next(0));
    const second = await read(first!.batch);
    expect(times(second?.events)).toEqual([3]);
    expect(await read(second!.batch)).toBeUndefined();
    expect(await read(0)).toEqual(first);
    spool.acknowledge(first!.batch);
    expect(await read(0)).toEqual(second);
  });

  it('delivers every event of a batch from several spools', async () => {
    const spool = open();
    const like = { ...play(3), type: 'marks', title: '{"marks":{}}' } as never;
    spool.appendFrom('edge', 1, [play(1), play(2)]);
    spool.appendFrom('edge', 2, [like]);
    spool.appendFrom('other', 1, []);
    spool.append([play(4)]);
    spool.appendFrom('other', 2, [play(5)]);
    const json = await spool.nextJson(0, 0);
    expect((JSON.parse(json!.toString()) as { events: EngineEvent[] }).events).toEqual([
      ...[play(1), play(2), like, play(4), play(5)],
    ]);
  });

  it('delivers the same events as the batch’s file', async () => {
    const spool = open({ batchEvents: 2 });
    spool.append([play(1), play(2), play(3)]);
    const first = await spool.nextFile(0, 0);
    const lines = readFileSync(first!.path, 'utf8').trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as EngineEvent | { marks: object });
    expect(events.filter((one) => 'type' in one)).toEqual([play(1), play(2)]);
    const second = await spool.nextFile(0, first!.batch);
    expect(second!.batch).toBeGreaterThan(first!.batch);
    expect(await spool.nextFile(0, second!.batch)).toBeUndefined();
  });

  it('accepts a batch of another spool once, even across a kill', async () => {
    const before = open();
    before.appendFrom('edge', 1, [play(1)]);
    before.appendFrom('edge', 1, [play(1)]);
    const first = await before.next(0);
    before.acknowledge(first!.batch);
    killed();
    const after = open();
    after.appendFrom('edge', 1, [play(1)]);
    after.appendFrom('edge', 2, [play(2)]);
    expect(times((await after.next(0))?.events)).toEqual([2]);
  });
});
