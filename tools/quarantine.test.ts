import { expect, test } from 'vitest';
import { asksAgain, complaintsOf } from './quarantine.ts';

const today = new Date('2026-03-10T12:00:00Z');
const entry = { file: 'tools/quarantine.test.ts', test: 'a name', why: 'a reason', until: '2026-03-10' };

test.each([
  [entry, []],
  [{ ...entry, until: '2026-04-08' }, []],
  [{ ...entry, until: '2026-03-09' }, ['it was to be mended by 2026-03-09.']],
  [{ ...entry, until: '2026-04-10' }, ['at most 30 days ahead.']],
  [{ ...entry, until: 'soon' }, ['an entry has file, test, why and until (YYYY-MM-DD).']],
  [{ ...entry, why: '' }, ['an entry has file, test, why and until (YYYY-MM-DD).']],
  [{ ...entry, file: 'tools/gone.test.ts' }, ['there is no such file.']],
])('an entry is good until its day is over: %j', (given, complaints) => {
  const said = complaintsOf([given], today);
  expect(said.map((text) => text.replace(/^.* > a name: /, ''))).toEqual(complaints);
});

test.each([
  ['describe("a", { ret' + 'ry: 2 }, f)', true],
  ['retries: 2', false],
])('trying a failure again is refused: %s', (source, isRefused) => {
  expect(asksAgain(source)).toBe(isRefused);
});
