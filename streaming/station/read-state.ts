import type { StationDesired } from '#contract/engine/engine.ts';
import type { ManualControl } from '#streaming/autodj/manual-control.ts';
import type { Unreadable } from '#streaming/autodj/unreadable.ts';
import type { Automations } from '#streaming/automation/automations.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import type { Announcer } from './announcer.ts';
import type { StationAir } from './airtime.ts';
import type { Presenters } from './presenters.ts';
import type { Sources } from './sources.ts';
import type { Titles } from './titles.ts';

type Parts = {
  desired: StationDesired;
  air: StationAir;
  sources: Sources;
  automations: Automations;
  titles: Titles;
  announcer: Announcer;
  unreadable: Unreadable;
  manual: ManualControl;
  presenters: Presenters;
};

/** The state of a station, from its parts. */
export const readState = ({ desired, air, ...parts }: Parts): AirState => {
  const { output, autodj } = air;
  const source = output?.source() ?? 'none';
  const track = source === 'autodj' ? (autodj?.track() ?? null) : null;
  const { presenters } = parts;
  const encoder = parts.sources.encoders.newest();
  const encoderState = encoder?.state();
  return {
    key: desired.key,
    revision: desired.revision,
    status: desired.running ? air.state : 'inactive',
    source,
    source_url: output?.onAir()?.url,
    encoder: encoderState ? { ...encoderState, presenter: presenters.of(encoder) } : null,
    presenter: presenters.of(output?.onAir()),
    automation: parts.automations.stateOf(desired.key),
    title: source === 'none' ? '' : parts.titles.text(),
    track,
    track_started: track && parts.announcer.trackStarted(),
    next: source === 'autodj' ? (autodj?.next() ?? []) : [],
    unreadable: parts.unreadable.state(),
    clock_ms: Math.round(output?.clock() ?? 0),
    air: { ...parts.manual.state(), refused: [...presenters.refused()] },
  };
};
