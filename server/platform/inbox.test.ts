import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInboxHub } from './inbox.ts';
import { createMailbox } from './mailbox.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hub = () => createInboxHub({ announce: () => Promise.resolve(), onAnnounced: () => undefined });

it('notifies everyone, but staggers large crowds', () => {
  const inbox = hub();
  const notified = new Set<number>();
  for (let person = 0; person < 250; person += 1) inbox.follow(String(person), () => notified.add(person));
  inbox.publish('everyone');
  expect(notified.size).toBe(100);
  vi.advanceTimersByTime(100);
  expect(notified.size).toBe(200);
  vi.advanceTimersByTime(100);
  expect(notified.size).toBe(250);
});

it('notifies each browser of a person until it disconnects', () => {
  const inbox = hub();
  const notified: string[] = [];
  const unfollow = inbox.follow('ada', () => notified.push('one'));
  inbox.follow('ada', () => notified.push('two'));
  inbox.publish(['ada', 'nobody']);
  unfollow();
  inbox.publish(['ada']);
  expect(notified).toEqual(['one', 'two', 'two']);
});

it('knows whose inbox changed lately, and nothing from before it started', () => {
  const inbox = hub();
  vi.advanceTimersByTime(50_000);
  expect(inbox.mayHaveChangedWithin('ada', 49_000)).toBe(false);
  expect(inbox.mayHaveChangedWithin('ada', 51_000)).toBe(true);
  inbox.publish(['ada']);
  vi.advanceTimersByTime(5000);
  expect(inbox.mayHaveChangedWithin('ada', 6000)).toBe(true);
  expect(inbox.mayHaveChangedWithin('ada', 4000)).toBe(false);
  expect(inbox.mayHaveChangedWithin('bob', 6000)).toBe(false);
  inbox.publish('everyone');
  expect(inbox.mayHaveChangedWithin('bob', 1000)).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(inbox.mayHaveChangedWithin('bob', 59_000)).toBe(false);
  expect(inbox.mayHaveChangedWithin('bob', 61_000)).toBe(true);
});

it('gives a slow reader only the latest event of each name, in order', async () => {
  const mailbox = createMailbox<string>();
  const disconnected = new AbortController();
  const events = mailbox.read(disconnected.signal);
  mailbox.put('a', 'a1');
  mailbox.put('b', 'b1');
  mailbox.put('a', 'a2');
  expect([(await events.next()).value, (await events.next()).value]).toEqual(['a2', 'b1']);
  const next = events.next();
  mailbox.put('b', 'b2');
  expect((await next).value).toBe('b2');
  const last = events.next();
  disconnected.abort();
  expect((await last).done).toBe(true);
});
