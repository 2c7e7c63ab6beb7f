import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInboxHub } from './inbox.ts';
import { createMailbox } from './mailbox.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hub = () => createInboxHub({ emit: () => Promise.resolve(), on: () => undefined });

it('tells everybody, but not all of a crowd at one moment', () => {
  const inbox = hub();
  const told = new Set<number>();
  for (let person = 0; person < 250; person += 1) inbox.follow(String(person), () => told.add(person));
  inbox.publish('everyone');
  expect(told.size).toBe(100);
  vi.advanceTimersByTime(100);
  expect(told.size).toBe(200);
  vi.advanceTimersByTime(100);
  expect(told.size).toBe(250);
});

it('tells each of a person’s browsers, and one that has gone no more', () => {
  const inbox = hub();
  const told: string[] = [];
  const leave = inbox.follow('ada', () => told.push('one'));
  inbox.follow('ada', () => told.push('two'));
  inbox.publish(['ada', 'nobody']);
  leave();
  inbox.publish(['ada']);
  expect(told).toEqual(['one', 'two', 'two']);
});

it('gives a slow reader the last event of each name, in the order in which they came', async () => {
  const mailbox = createMailbox<string>();
  const gone = new AbortController();
  const letters = mailbox.read(gone.signal);
  mailbox.put('a', 'a1');
  mailbox.put('b', 'b1');
  mailbox.put('a', 'a2');
  expect([(await letters.next()).value, (await letters.next()).value]).toEqual(['a2', 'b1']);
  const next = letters.next();
  mailbox.put('b', 'b2');
  expect((await next).value).toBe('b2');
  const last = letters.next();
  gone.abort();
  expect((await last).done).toBe(true);
});
