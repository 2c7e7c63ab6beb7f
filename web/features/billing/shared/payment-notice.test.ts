import { beforeAll, expect, test } from 'vitest';
import { setFormatSettings } from '#web/lib/format.ts';
import { noticeOf } from './payment-notice.ts';

beforeAll(() => setFormatSettings({ locale: 'en-US', timezone: 'UTC' }));

const well = { held: null, graceEnds: null, status: 'active', plan: 'prime' } as const;
const none = { ...well, status: null, plan: 'none' } as const;

test('is silent while the account pays, or never had to', () => {
  expect(noticeOf(well)).toBeUndefined();
  expect(noticeOf({ ...well, status: 'trialing', plan: 'trial' })).toBeUndefined();
  expect(noticeOf(none)).toBeUndefined();
});

test('asks for the payment that failed', () => {
  const notice = noticeOf({ ...well, status: 'past_due' });
  expect(notice).toMatchObject({ action: 'Pay now', page: 'billing', isUrgent: true });
  expect(notice?.text).toContain('Prime');
});

test('says when the stations go off the air', () => {
  const notice = noticeOf({ ...none, graceEnds: '2026-12-06T10:00:00Z' });
  expect(notice).toMatchObject({ page: 'upgrade', isUrgent: false });
  expect(notice?.text).toBe('Stations go off the air on Dec 6, 2026.');
});

test('says since when and why they are off the air, before anything else', () => {
  const held = { since: '2026-11-20T10:00:00Z', reason: 'The subscription has ended.' };
  const notice = noticeOf({ ...well, status: 'past_due', held });
  expect(notice).toMatchObject({ title: 'Your stations are off the air.', action: 'Choose a plan', page: 'upgrade' });
  expect(notice?.text).toContain('The subscription has ended. Since Nov 20, 2026');
});
