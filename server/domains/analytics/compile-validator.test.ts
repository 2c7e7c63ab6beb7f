import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { EngineEvent } from '#contract/engine/engine.ts';
import { newKey } from '#server/kernel/keys.ts';
import { slicesOf } from './testing/listening.ts';
import { compileValidator } from './compile-validator.ts';

const [station, account] = [newKey('station'), newKey('account')];
const at = Date.UTC(2026, 10, 20, 12);
const listener = { ip: '8.8.8.8', user_agent: 'VLC', referer: '', output: 'hls' };
const played = { title: 'T', artist: 'A', album: '' };
const events: Record<string, unknown>[] = [
  slicesOf({ station, account, from: at, to: at + 1000 })[0]!,
  { type: 'play', station, account, at, source: 'autodj', track: newKey('track'), ...played },
  { type: 'play', station, account, at, source: 'live', track: null, ...played, why: 'jingle', skipped: undefined },
  { type: 'source', station, account, at, event: 'lost', reason: '', ip: '', user_agent: '' },
  { type: 'source', station, account, at, event: 'taken', reason: '', source: 'relay', source_url: '', ...listener },
  { type: 'spot', station, account, at, campaign: 'c', session: 's', quartile: 4, ...listener },
  { type: 'break', station, account, at, id: 'b', kind: 'cue', ms: 30_000, listeners: 2, withSpot: 1 },
  {
    ...{ type: 'ad-reasons', station, account, at },
    reasons: [{ campaign: newKey('campaign'), reason: 'cap', count: 3 }],
  },
  {
    ...{ type: 'call', call: 'c', station, account, did: '+12025550100', caller: '', started: at, answered: null },
    ...{ ended: at, prompt_ms: 0, station_ms: 0, end: 'refused', reason: 'full', codec: '', trunk: 't' },
    ...{ lost: 0, digits: 0 },
  },
];
const odd = [
  undefined,
  null,
  '',
  'x',
  0,
  5,
  -1.5,
  NaN,
  Infinity,
  true,
  [],
  {},
  newKey('podcast'),
  station,
  `${station} `,
];

it('accepts and rejects the same events as the contract', () => {
  const isEvent = compileValidator(EngineEvent);
  const isTheSame = (value: unknown) => expect(isEvent(value)).toBe(z.safeParse(EngineEvent, value).success);
  for (const event of events) {
    expect(isEvent(event)).toBe(true);
    isTheSame({ ...event, more: 'than we know' });
    for (const name of Object.keys(event)) {
      isTheSame(Object.fromEntries(Object.entries(event).filter(([key]) => key !== name)));
      for (const value of odd) isTheSame({ ...event, [name]: value });
    }
  }
  for (const value of [...odd, [events[0]], { type: 'concert' }]) isTheSame(value);
});

it.each([
  ['a number within bounds', z.number().check(z.gte(1))],
  ['a text that is changed', z.string().check(z.trim())],
  ['a list of a certain length', z.array(z.string()).check(z.minLength(1))],
  ['what fills in what is missing', z.object({ a: z._default(z.number(), 1) })],
  ['an object that may hold more', z.looseObject({})],
  ['one of several that nothing tells apart', z.union([z.string(), z.number()])],
  ['a number read from a text', z.coerce.number()],
  ['a whole number', z.int()],
  ['an identifier', z.uuid()],
  ['a moment', z.date()],
])('knows nothing of %s, and says so', (_, schema) => {
  expect(() => compileValidator(schema)).toThrow('Cannot compile a validator');
});
