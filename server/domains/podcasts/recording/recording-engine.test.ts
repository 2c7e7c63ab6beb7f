import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineRecording } from '#contract/engine/engine-recordings.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import { recordingEngine } from './recording-engine.ts';
import { fakeRecordingEngine, type FakeRecordingEngine } from './testing/fake-recording-engine.ts';

/* Recordings of several engines, of which one may be away. */

const station = `s-${'a'.repeat(22)}` as StationKey;
const begins = new Date('2026-11-23T05:00:00Z');
let here: FakeRecordingEngine;
let away: FakeRecordingEngine;
beforeAll(async () => {
  here = await fakeRecordingEngine();
  away = await fakeRecordingEngine();
  here.recordings.set('one', { told: recordingOf('one'), sound: new Map([[0, Buffer.from('sound')]]) });
  away.isUnreachable = true;
});
afterAll(async () => {
  await here.close();
  await away.close();
});

const recordingOf = (id: string): EngineRecording => ({
  ...{ id, station, begin: begins.getTime(), end: begins.getTime() + 3_600_000, state: 'over' },
  ...{ reason: null, pieces: [], titles: [], sources: [] },
});
/** `mayHave`: the engines that may have had the station since the recording began. */
const clientOf = (all: readonly FakeRecordingEngine[], mayHave = all) => {
  const nodes = all.map(({ url }, at): EngineNode => ({ id: `engine-${at}`, url, token: 'secret' }));
  return recordingEngine({
    engines: nodes as [EngineNode, ...EngineNode[]],
    enginesSince: () => Promise.resolve(nodes.filter((_, at) => mayHave.includes(all[at]!))),
  });
};

test('lists what the engines that answer have, and throws if none does', async () => {
  expect((await clientOf([away, here]).list()).map(({ id, state }) => [id, state])).toEqual([['one', 'over']]);
  await expect(clientOf([away]).list()).rejects.toThrow();
});

test('is whole if no other engine had the station meanwhile, else it waits for the one that is away', async () => {
  const recording = { id: 'one', station, begins };
  expect(await clientOf([away, here], [here]).find(recording)).toMatchObject({ id: 'one', state: 'over' });
  await expect(clientOf([away, here]).find(recording)).rejects.toThrow();
});

test('fetches a piece from the engine that has it, and removes it there', async () => {
  const client = clientOf([away, here]);
  const piece = await client.piece('one', 0, AbortSignal.timeout(10_000));
  expect(String((await piece.toArray())[0])).toBe('sound');
  await expect(client.remove('one')).rejects.toThrow();
  expect(here.recordings.size).toBe(0);
});
