import { describe, expect, it } from 'vitest';
import type { StationState } from '#contract/engine/engine.ts';
import { monitoringOf, type AlertKind, type MonitoringSettings } from '#contract/api/station-profile.ts';
import { decideStep, type OpenAlert } from './decide-step.ts';

const t0 = Date.UTC(2026, 10, 21, 20);
const after = (seconds: number): Date => new Date(t0 + seconds * 1000);

/** The step decided `seconds` after the hour for a station in this state. */
const decide = (
  kind: AlertKind,
  seconds: number,
  {
    state,
    alert,
    lostSince,
    ...changes
  }: Partial<MonitoringSettings> & { state?: Partial<StationState>; alert?: OpenAlert; lostSince?: number },
) =>
  decideStep({
    kind,
    known: {
      state: state && ({ status: 'active', source: 'autodj', source_since: t0, ...state } as StationState),
      lostSince,
    },
    settings: monitoringOf({ link: true, kinds: ['offline', 'dead_air', 'encoder'], ...changes }),
    alert,
    now: after(seconds),
  });

const open = (changes: Partial<OpenAlert> = {}): OpenAlert => ({
  id: 'a',
  began: after(0),
  recovering: null,
  count: 1,
  ...changes,
});
const silent = { source: 'silence' } as const;

describe('being offline', () => {
  it('opens an alert once it has lasted, dated from its start', () => {
    expect(decide('offline', 29, { state: silent })).toBeUndefined();
    expect(decide('offline', 30, { state: silent })).toEqual({ step: 'open', began: after(0) });
    expect(decide('offline', 30, { state: { source: 'none' } })).toMatchObject({ step: 'open' });
    expect(decide('offline', 500, { state: {} })).toBeUndefined();
  });

  it('includes an unreachable engine', () => {
    expect(decide('offline', 29, { lostSince: t0 })).toBeUndefined();
    expect(decide('offline', 31, { lostSince: t0 })).toEqual({ step: 'open', began: after(0) });
  });

  it('is unknown until the engine reports', () => {
    expect(decide('offline', 500, {})).toBeUndefined();
    expect(decide('offline', 500, { alert: open() })).toBeUndefined();
  });

  it('closes after a steady minute with a source', () => {
    const state = { source_since: t0 + 100_000 };
    expect(decide('offline', 101, { state, alert: open() })).toEqual({ step: 'recover', since: after(100) });
    const recovering = open({ recovering: after(100) });
    expect(decide('offline', 159, { state, alert: recovering })).toBeUndefined();
    expect(decide('offline', 160, { state, alert: recovering })).toEqual({ step: 'close' });
  });

  it('counts a relapse, and then requires a longer recovery', () => {
    const state = { ...silent, source_since: t0 + 130_000 };
    expect(decide('offline', 131, { state, alert: open({ recovering: after(100) }) })).toEqual({
      step: 'falter',
      again: false,
    });
    expect(decide('offline', 131, { state, alert: open({ recovering: after(60) }) })).toEqual({
      step: 'falter',
      again: true,
    });
    const second = open({ count: 2, recovering: after(200) });
    const well = { source_since: t0 + 200_000 };
    expect(decide('offline', 200 + 599, { state: well, alert: second })).toBeUndefined();
    expect(decide('offline', 200 + 600, { state: well, alert: second })).toEqual({ step: 'close' });
  });

  it('is ignored if the station was stopped or is not monitored', () => {
    const state = { ...silent, status: 'inactive' } as const;
    expect(decide('offline', 500, { state })).toBeUndefined();
    expect(decide('offline', 500, { state, alert: open() })).toEqual({ step: 'stop' });
    expect(decide('offline', 500, { state: silent, link: false, alert: open() })).toEqual({ step: 'stop' });
    expect(decide('offline', 500, { state: silent, kinds: ['encoder'] })).toBeUndefined();
  });
});

describe('dead air', () => {
  const dead = { dead_air: t0, sound_since: null };

  it('follows the engine’s measurement, and is unknown without one', () => {
    expect(decide('dead_air', 31, { state: dead })).toEqual({ step: 'open', began: after(0) });
    expect(decide('dead_air', 500, { state: { dead_air: null, sound_since: null } })).toBeUndefined();
    expect(decide('dead_air', 500, { state: { dead_air: null, sound_since: null }, alert: open() })).toBeUndefined();
  });

  it('is left to the offline alert if nothing is playing', () => {
    expect(decide('dead_air', 31, { state: { ...dead, ...silent } })).toBeUndefined();
    expect(decide('dead_air', 31, { state: { ...dead, ...silent }, kinds: ['dead_air'] })).toMatchObject({
      step: 'open',
    });
  });

  it('closes once audio has lasted', () => {
    const state = { dead_air: null, sound_since: t0 + 50_000 };
    expect(decide('dead_air', 55, { state, alert: open() })).toEqual({ step: 'recover', since: after(50) });
    expect(decide('dead_air', 110, { state, alert: open({ recovering: after(50) }) })).toEqual({ step: 'close' });
  });
});

it('reports a missing encoder only if one was on the air', () => {
  expect(decide('encoder', 500, { state: { encoder_lost: null } })).toBeUndefined();
  expect(decide('encoder', 31, { state: { encoder_lost: t0 } })).toEqual({ step: 'open', began: after(0) });
  expect(decide('encoder', 200, { state: { source: 'live', encoder_lost: null }, alert: open() })).toMatchObject({
    step: 'recover',
  });
});

describe('unreadable tracks', () => {
  const kinds: AlertKind[] = ['files'];
  const unreadable = (count: number, since: number) => ({
    unreadable: { count, since: t0 + since * 1000, tracks: [] },
  });

  it('open an alert once they have lasted, and close it a steady minute after all are readable', () => {
    expect(decide('files', 29, { kinds, state: unreadable(2, 0) })).toBeUndefined();
    expect(decide('files', 30, { kinds, state: unreadable(2, 0) })).toEqual({ step: 'open', began: after(0) });
    expect(decide('files', 101, { kinds, state: unreadable(0, 100), alert: open() })).toEqual({
      step: 'recover',
      since: after(100),
    });
    const recovering = open({ recovering: after(100) });
    expect(decide('files', 161, { kinds, state: unreadable(0, 100), alert: recovering })).toEqual({ step: 'close' });
  });

  it('are unknown with an engine that does not report them', () => {
    expect(decide('files', 500, { kinds, state: {} })).toBeUndefined();
  });
});
