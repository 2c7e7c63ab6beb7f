import { expect, test } from 'vitest';
import { asksAgain, complaintsOf } from './quarantine.ts';

const today = new Date('2026-03-10T12:00:00Z');
const entry = { file: 'tools/quarantine.test.ts', test: 'a name', why: 'a reason', until: '2026-03-10' };

test.each([
  [entry, []],
  [{ ...entry, until: '2026-04-08' }, []],
  [{ ...entry, until: '2026-03-09' }, ['its deadline was 2026-03-09.']],
  [{ ...entry, until: '2026-04-10' }, ['the deadline is at most 30 days ahead.']],
  [{ ...entry, until: 'soon' }, ['an entry needs file, test, why and until (YYYY-MM-DD).']],
  [{ ...entry, why: '' }, ['an entry needs file, test, why and until (YYYY-MM-DD).']],
  [{ ...entry, file: 'tools/gone.test.ts' }, ['no such file.']],
])('an entry is valid until the end of its deadline: %j', (quarantined, problems) => {
  const texts = complaintsOf([quarantined], today);
  expect(texts.map((text) => text.replace(/^.* > a name: /, ''))).toEqual(problems);
});

test.each([
  ['describe("a", { ret' + 'ry: 2 }, f)', true],
  ['retries: 2', false],
])('retries are refused: %s', (source, isRefused) => {
  expect(asksAgain(source)).toBe(isRefused);
});
