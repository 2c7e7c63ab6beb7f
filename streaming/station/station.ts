import type { StationDesired } from '#contract/engine/engine.ts';
import { createManualControl } from '#streaming/autodj/manual-control.ts';
import { createUnreadable } from '#streaming/autodj/unreadable.ts';
import { isCompatibleFormat } from '#streaming/base/compatible-format.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import { createDialBudget } from '#streaming/relay/dial-budget.ts';
import { createAnnouncer } from './announcer.ts';
import { attachEncoder } from './attach-encoder.ts';
import { createBreaks } from './breaks.ts';
import { createAirtime } from './airtime.ts';
import { createCommands } from './commands.ts';
import { createCueAlignment } from './cue-alignment.ts';
import { createPresenters } from './presenters.ts';
import { readState } from './read-state.ts';
import { createSources } from './sources.ts';
import { createStationEvents } from './station-events.ts';
import { createStationLifecycle } from './station-lifecycle.ts';
import type { Station, StationOptions } from './station-port.ts';
import { createStationReports } from './station-reports.ts';
import { createTitles } from './titles.ts';

/** A switch takes effect after this long at most, ms. */
const afterSwitchMs = 100;
/** The turn after a loss comes when the lost sender's tail is over, ms. */
const afterLossMs = 150;

/** One station: turns desired state, senders and the Auto DJ into audio on the bus. */
export const createStation = (first: StationDesired, options: StationOptions): Station => {
  const { bus, clock, scheduler } = options;
  let current = first;
  const desired = (): StationDesired => current;
  const titles = createTitles(first, bus, options.record);
  const unreadable = createUnreadable();
  const manual = createManualControl(first.key, options.manual?.find(first.key), options.manual?.save);
  const presenters = createPresenters({ desired, manual, now: options.now ?? Date.now });
  const announcer = createAnnouncer(desired, titles);
  const reports = createStationReports({ bus, desired, onAir: () => airtime.onAir(), record: options.record });
  const turnSoon = (): void => scheduler.callSoon(turn, afterSwitchMs);

  const turn = (): void => {
    const now = clock.now();
    airtime.air().output?.turn(now);
    sources.turn(now);
    if (encoders.all().length > 0) presenters.endBroadcasts(encoders.all());
    breaks.turn();
    airtime.afterTurn(now);
  };

  const state = (): AirState => {
    const parts = { ...options, air: airtime.air(), desired: current };
    return readState({ ...parts, sources, titles, announcer, unreadable, manual, presenters });
  };

  const changed = (): void => {
    options.changed(state());
  };
  const events = createStationEvents({
    ...{ announcer, manual, reports, titles, unreadable, scheduleTurn: turnSoon, changed },
    airtime: () => airtime,
    breaks: () => breaks,
  });
  const breaks = createBreaks({
    ...{ station: first, bus, ads: options.ads },
    began: () => airtime.air().output?.source() === 'autodj' && announcer.pause(),
    flush() {
      airtime.air().output?.flush();
      return airtime.air().output?.at();
    },
    source: () => airtime.air().output?.source() ?? 'none',
  });
  const airtime = createAirtime({
    ...{ ...options, desired, titles, manual, turn, began: changed, ending: breaks.end },
    onAirChanged: () => reports.head(false),
    ...{ started: events.started, resumed: events.resumed, switched: events.switched, late: events.late },
    ...{ betweenTracks: breaks.betweenTracks, isBreakDue: breaks.isDue },
    skipped(item, reason) {
      options.log?.warn({ station: first.key, track: item.key, reason }, 'track skipped');
      events.skipped(item, reason);
    },
    successor: (now) => sources.successor(now),
  });
  const sources = createSources({
    ...{ ...options, desired, mayTry: createDialBudget(), changed, titled: events.titled, note: reports.source },
    alignment: createCueAlignment({
      key: first.key,
      format: () => current.format,
      rules: () => options.ads?.station(first.key)?.breaks,
      memory: options.ads?.cues,
    }),
    output: () => airtime.air().output,
    switched: airtime.afterTurn,
    scheduleTurn: () => scheduler.callSoon(turn, afterLossMs),
    advertised: (input, ms) => airtime.air().output?.onAir() === input && breaks.pass(ms),
  });
  const { encoders } = sources;
  const lifecycle = createStationLifecycle({ ...options, desired, airtime, sources, announcer, reports, titles });
  const commands = createCommands({
    ...{ manual, announcer, titles, sources },
    ...{ autodj: () => airtime.air().autodj, output: () => airtime.air().output },
    changed(soon) {
      if (soon) turnSoon();
      changed();
    },
  });

  return {
    get desired() {
      return current;
    },
    get state() {
      return state();
    },
    hasAudio() {
      const source = airtime.air().output?.source() ?? 'none';
      return source !== 'silence' && source !== 'none';
    },
    kick: (reason) => encoders.drop(reason),
    commands,
    apply(next) {
      if (next.autodj.generation > current.autodj.generation) manual.setStop(null);
      const isNewFormat = !isCompatibleFormat(current.format, next.format);
      current = next;
      unreadable.retainListed(next.autodj);
      lifecycle.apply(isNewFormat);
      presenters.endBroadcasts(encoders.all());
      changed();
    },
    restart() {
      if (airtime.air().state === 'inactive') return;
      manual.setStop(null);
      lifecycle.restart();
      changed();
    },
    attach(link, hello) {
      if (airtime.air().state === 'inactive') return { refused: 'stopped', reason: current.reason };
      return attachEncoder({ manual, presenters, sources, clock, changed }, link, hello);
    },
    retitle: encoders.retitle,
    startBreak(seconds) {
      const { output, autodj } = airtime.air();
      const started = breaks.start(seconds);
      if (typeof started !== 'string' && output?.source() === 'autodj') autodj?.playBed(started.seconds * 1000);
      return started;
    },
    close: lifecycle.close,
  };
};
