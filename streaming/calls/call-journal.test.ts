import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallEvent } from '#contract/engine/engine-calls.ts';
import { openCallJournal, type CallJournal } from './call-journal.ts';

let folder: string;
const journals: CallJournal[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'call-journal-'));
});
afterEach(() => {
  for (const journal of journals.splice(0)) journal.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = 1_800_000_000_000;
const did = '+12025550100';
const eventOf = (call: string): CallEvent => ({
  ...{ type: 'call', call, station: 's' as never, account: 'a' as never, did, caller: '' },
  ...{ started: start, answered: start, ended: start, prompt_ms: 0, station_ms: 0, end: 'lost', reason: '' },
  ...{ codec: 'pcmu', trunk: 't', lost: 0, digits: 0 },
});
/** A journal whose process is never stopped, as after a kill. */
const open = (): CallJournal => {
  const journal = openCallJournal(folder, (error) => {
    throw error;
  });
  journals.push(journal);
  return journal;
};
const file = (): string => join(folder, 'calls.log');

it('a killed process’s calls end at its last sign of life, prompt first', () => {
  const journal = open();
  journal.answered({ event: eventOf('one'), prompt_ms: 8000 });
  journal.alive(start + 5000);
  journal.answered({ event: { ...eventOf('two'), answered: start + 5500 }, prompt_ms: 8000 });
  journal.alive(start + 20_000);
  expect(open().recovered).toMatchObject([
    { call: 'one', end: 'lost', ended: start + 20_000, prompt_ms: 8000, station_ms: 12_000 },
    { call: 'two', end: 'lost', ended: start + 20_000, prompt_ms: 8000, station_ms: 6500 },
  ]);
});

it('an ended call that was not stored before the kill is recovered unchanged, and a stored one is not', () => {
  const journal = open();
  const stored: string[] = [];
  const ended: CallEvent = { ...eventOf('two'), end: 'caller', ended: start + 3000, station_ms: 3000 };
  for (const call of ['one', 'two']) journal.answered({ event: eventOf(call), prompt_ms: 0 });
  journal.ended(eventOf('one'), ({ call }) => stored.push(call));
  expect(() =>
    journal.ended(ended, () => {
      throw new Error('killed');
    }),
  ).toThrow('killed');
  const next = open();
  expect([stored, next.recovered]).toEqual([['one'], [ended]]);
  for (const event of next.recovered) next.ended(event, ({ call }) => stored.push(call));
  expect([stored, open().recovered]).toEqual([['one', 'two'], []]);
});

it('calls keep their seconds when the file is written anew, and it stays small', () => {
  const journal = open();
  journal.answered({ event: eventOf('long'), prompt_ms: 0 });
  journal.alive(start + 60_000);
  const sizes: number[] = [];
  do {
    sizes.push(statSync(file()).size);
    journal.ended(eventOf('short'), () => {});
  } while (statSync(file()).size > sizes.at(-1)!);
  expect(statSync(file()).size).toBeLessThan(1000);
  expect(open().recovered).toMatchObject([{ call: 'long', ended: start + 60_000, station_ms: 60_000 }]);
});

it('a truncated line costs no other line', () => {
  const journal = open();
  journal.answered({ event: eventOf('one'), prompt_ms: 0 });
  appendFileSync(file(), '{"open":{"eve\n');
  journal.answered({ event: eventOf('two'), prompt_ms: 0 });
  expect(open().recovered.map(({ call }) => call)).toEqual(['one', 'two']);
});

it('the time of a number’s calls today outlives the process, each call once, and starts anew the next day', () => {
  const journal = open();
  const ended = (call: string, ms: number): CallEvent => ({ ...eventOf(call), end: 'caller', ended: start + ms });
  for (const call of ['one', 'two', 'three']) journal.answered({ event: eventOf(call), prompt_ms: 0 });
  journal.ended(ended('one', 60_000), () => {});
  journal.alive(start + 90_000);
  expect(() =>
    journal.ended(ended('two', 90_000), () => {
      throw new Error('killed');
    }),
  ).toThrow('killed');
  const next = open();
  expect(next.heard.ms(did, start)).toBe(60_000);
  for (const event of next.recovered) next.ended(event, () => {});
  expect(next.heard.ms(did, start)).toBe(60_000 + 90_000 + 90_000);
  expect(open().heard.ms(did, start)).toBe(240_000);
  expect(open().heard.ms(did, start + 86_400_000)).toBe(0);
});
