import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizeUrl, password, testRealm, type TestRealm } from '#server/testing/realm.ts';

let at: TestRealm;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  at = await testRealm();
  at.kernel.log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
});
afterAll(() => at.close());

it('logs each sign-in attempt with outcome, network and factors, but nothing that was typed', async () => {
  const person = await at.person('logged@example.org');
  const browser = at.browser();
  const page = await browser.open(authorizeUrl(at.origin).url);
  await browser.submit(page, { email: 'logged@example.org', password: 'typed by mistake' });
  await browser.submit(page, { email: 'logged@example.org', password });
  const signIns = lines.filter(({ security }) => security === 'sign-in');
  expect(signIns.map(({ step, outcome, factors, person: who }) => [step, outcome ?? factors, who])).toEqual([
    ['password', 'wrong', null],
    ['password', 'person', person?.id],
    ['finished', ['pwd'], person?.id],
  ]);
  for (const { network } of signIns) expect(network).toMatch(/127\.0\.0\.1|::/);
  const text = JSON.stringify(lines);
  for (const typed of ['typed by mistake', password, 'logged@example.org']) expect(text).not.toContain(typed);
});
