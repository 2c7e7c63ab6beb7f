import { describe, expect, it } from 'vitest';
import { nextSlotTimes, overlappingSlot, recurrenceRule, slotTimes, type SlotPlan } from './recording-slots.ts';

const plan = (given: Partial<SlotPlan>): SlotPlan => ({
  begin: '2026-01-01',
  end: null,
  timezone: 'Europe/Athens',
  frequency: 1,
  slots: [{ duration: 60, daysOfWeek: [1], start: '20:00' }],
  ...given,
});
const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);
const times = (given: Partial<SlotPlan>, from: string, to: string): string[] =>
  slotTimes(plan(given), Date.parse(`${from}:00Z`), Date.parse(`${to}:00Z`)).map(
    ({ begin, end }) => `${iso(begin)}/${iso(end).slice(11)}`,
  );
const sundays = (start: string, duration = 60): Pick<SlotPlan, 'slots'> => ({
  slots: [{ duration, daysOfWeek: [7], start }],
});

describe('recording times', () => {
  it.each([
    [
      'a day before the DST change',
      'Europe/Berlin',
      '2026-03-28',
      { slots: [{ duration: 60, daysOfWeek: [6], start: '02:30' }] },
      '2026-03-28T01:30/02:30',
    ],
    [
      'skipped by the DST change: moved on by the skipped hour',
      'Europe/Berlin',
      '2026-03-29',
      sundays('02:30'),
      '2026-03-29T01:30/02:30',
    ],
    ['the first skipped minute', 'Europe/Berlin', '2026-03-29', sundays('02:00'), '2026-03-29T01:00/02:00'],
    ['the first minute after', 'Europe/Berlin', '2026-03-29', sundays('03:00'), '2026-03-29T01:00/02:00'],
    [
      'across the change: unchanged length',
      'Europe/Berlin',
      '2026-03-29',
      sundays('01:30', 120),
      '2026-03-29T00:30/02:30',
    ],
    [
      'repeated by the DST change: recorded once, the first time',
      'Europe/Berlin',
      '2026-10-25',
      sundays('02:30'),
      '2026-10-25T00:30/01:30',
    ],
    ['after the repeated hour', 'Europe/Berlin', '2026-10-25', sundays('03:00'), '2026-10-25T02:00/03:00'],
    ['the American change', 'America/New_York', '2026-03-08', sundays('02:30'), '2026-03-08T07:30/08:30'],
    ['the American change back', 'America/New_York', '2026-11-01', sundays('01:30'), '2026-11-01T05:30/06:30'],
    ['half an hour of summer time', 'Australia/Lord_Howe', '2026-10-04', sundays('02:15'), '2026-10-03T15:45/16:45'],
    ['a zone without summer time', 'Asia/Kolkata', '2026-03-29', sundays('02:30'), '2026-03-28T21:00/22:00'],
    ['an offset, in spring', '+02:00', '2026-03-29', sundays('02:30'), '2026-03-29T00:30/01:30'],
    ['an offset, in autumn', '-03:30', '2026-10-25', sundays('02:30'), '2026-10-25T06:00/07:00'],
    ['far ahead of UTC', 'Pacific/Kiritimati', '2026-03-29', sundays('00:00'), '2026-03-28T10:00/11:00'],
    ['far behind UTC', 'Pacific/Pago_Pago', '2026-03-29', sundays('23:59'), '2026-03-30T10:59/11:59'],
  ] satisfies [string, string, string, Pick<SlotPlan, 'slots'>, string][])(
    '%s',
    (_, timezone, date, given, expected) => {
      expect(times({ ...given, timezone, begin: date, end: date }, '2026-01-01T00:00', '2027-01-01T00:00')).toEqual([
        expected,
      ]);
    },
  );

  it('are in every n-th week, counted from the week of the first day', () => {
    const given = {
      begin: '2026-01-07',
      frequency: 2,
      timezone: 'UTC',
      slots: [{ duration: 30, daysOfWeek: [1, 5], start: '08:00' }],
    };
    expect(times(given, '2026-01-01T00:00', '2026-02-01T00:00')).toEqual([
      '2026-01-09T08:00/08:30',
      '2026-01-19T08:00/08:30',
      '2026-01-23T08:00/08:30',
    ]);
  });

  it('are only from the first day to the last, however long the last slot is', () => {
    const given = {
      begin: '2026-01-06',
      end: '2026-01-07',
      timezone: 'UTC',
      slots: [{ duration: 120, daysOfWeek: [1, 2, 3, 4], start: '23:00' }],
    };
    expect(times(given, '2026-01-01T00:00', '2026-02-01T00:00')).toEqual([
      '2026-01-06T23:00/01:00',
      '2026-01-07T23:00/01:00',
    ]);
  });

  it('include what begins in the range, its end excluded, and the longer of two that begin together', () => {
    const slots = [
      { duration: 30, daysOfWeek: [7], start: '02:30' },
      { duration: 45, daysOfWeek: [7], start: '03:30' },
    ];
    const given = { slots, timezone: 'Europe/Berlin', begin: '2026-03-29', end: '2026-03-29' };
    expect(times(given, '2026-03-29T01:30', '2026-03-29T01:31')).toEqual(['2026-03-29T01:30/02:15']);
    expect(times(given, '2026-03-29T01:00', '2026-03-29T01:30')).toEqual([]);
  });

  it('include the next ones, also of a plan that begins next year, and none of a past plan', () => {
    const now = Date.parse('2026-11-22T03:00:00Z');
    const next = (given: Partial<SlotPlan>): string[] =>
      nextSlotTimes(plan(given), now, 3).map(({ begin }) => iso(begin));
    expect(next({})).toEqual(['2026-11-23T18:00', '2026-11-30T18:00', '2026-12-07T18:00']);
    expect(next({ begin: '2027-07-01', frequency: 8 })).toEqual([
      '2027-08-23T17:00',
      '2027-10-18T17:00',
      '2027-12-13T18:00',
    ]);
    expect(next({ end: '2026-11-22' })).toEqual([]);
  });
});

describe('slots that overlap', () => {
  const slot = (day: number, start: string, duration: number) => ({ daysOfWeek: [day], start, duration });
  it.each([
    ['one after the other', [slot(1, '08:00', 60), slot(1, '09:00', 60)], 1, undefined],
    ['one within the other', [slot(1, '08:00', 60), slot(1, '08:59', 60)], 1, 1],
    ['over midnight', [slot(2, '00:30', 60), slot(1, '23:00', 120)], 1, 0],
    ['over the end of the week', [slot(1, '00:30', 60), slot(7, '23:00', 120)], 1, 0],
    [
      'across the end of a week that is followed by one without slots',
      [slot(1, '00:30', 60), slot(7, '23:00', 120)],
      2,
      undefined,
    ],
    ['the same twice', [slot(3, '12:00', 1), slot(3, '12:00', 1)], 1, 1],
    ['one alone', [slot(1, '00:00', 720)], 1, undefined],
  ])('%s', (_, slots, frequency, expected) => {
    expect(overlappingSlot(slots, frequency)).toBe(expected);
  });
});

it('writes the recurrence as an RRULE', () => {
  const slots = [
    { duration: 60, daysOfWeek: [5, 1], start: '20:00' },
    { duration: 60, daysOfWeek: [1], start: '08:00' },
  ];
  expect(recurrenceRule({ frequency: 1, end: null, slots })).toBe('FREQ=WEEKLY;BYDAY=MO,FR');
  expect(recurrenceRule({ frequency: 2, end: '2027-01-31', slots })).toBe(
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;UNTIL=20270131',
  );
});
