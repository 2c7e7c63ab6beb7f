import type { AutoDjItem, SourceEvent, StationDesired, StreamFormat } from '#contract/engine.ts';
import { createAutoDj } from '#streaming/autodj/autodj.ts';
import type { AutoDj } from '#streaming/autodj/autodj-port.ts';
import { createManualControl } from '#streaming/autodj/manual-control.ts';
import { createUnreadable } from '#streaming/autodj/unreadable.ts';
import { isCompatibleFormat } from '#streaming/base/compatible-format.ts';
import { createDialBudget } from '#streaming/relay/dial-budget.ts';
import type { Position } from '#streaming/autodj/position.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import { createAnnouncer } from './announcer.ts';
import { createBreaks } from './breaks.ts';
import { attachEncoder } from './attach-encoder.ts';
import { createCommands } from './commands.ts';
import { createCueAlignment } from './cue-alignment.ts';
import { headOf, nothingPlays } from './head.ts';
import type { Input } from './input.ts';
import { readState } from './read-state.ts';
import { createStationOutput, type StationOutput, type OutputSource } from './station-output.ts';
import { createPresenters } from './presenters.ts';
import { createSources } from './sources.ts';
import type { Station, StationOptions } from './station-port.ts';
import { titleOf } from '#streaming/base/titles.ts';
import { createTitles } from './titles.ts';

/** How often the playlist position is saved while a track plays, ms. */
const saveEveryMs = 10_000;
/** A switch takes effect after this long at most, ms. */
const afterSwitchMs = 100;
/** The turn after a loss comes when the lost sender's tail is over, ms. */
const afterLossMs = 150;

/** One station: turns desired state, senders and the Auto DJ into audio on the bus. */
export function createStation(first: StationDesired, options: StationOptions): Station {
  const { bus, clock, scheduler } = options;
  let desired = first;
  const titles = createTitles(first, bus, options.record);
  const unreadable = createUnreadable();
  const manual = createManualControl(first.key, options.manual?.find(first.key), options.manual?.save);
  const presenters = createPresenters({ desired: () => desired, manual, now: options.now ?? Date.now });
  const announcer = createAnnouncer(() => desired, titles);
  const sources = createSources({
    ...options,
    mayTry: createDialBudget(),
    alignment: createCueAlignment({
      key: first.key,
      format: () => desired.format,
      rules: () => options.ads?.station(first.key)?.breaks,
      memory: options.ads?.cues,
    }),
    desired: () => desired,
    output: () => output,
    switched: afterTurn,
    scheduleTurn: () => scheduler.callSoon(turn, afterLossMs),
    titled,
    advertised: (input, ms) => output?.onAir === input && breaks.pass(ms),
    changed: publishState,
    note: noteSource,
  });
  const breaks = createBreaks({
    station: first,
    bus,
    ads: options.ads,
    began: () => output?.source === 'autodj' && announcer.pause(),
    flush() {
      output?.flush();
      return output?.at;
    },
    source: () => output?.source ?? 'none',
  });
  const commands = createCommands({
    ...{ manual, announcer, titles, sources, autodj: () => autodj, output: () => output },
    changed(soon) {
      if (soon) scheduler.callSoon(turn, afterSwitchMs);
      publishState();
    },
  });
  let output: StationOutput | undefined;
  let autodj: AutoDj | undefined;
  let unschedule: (() => void) | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  let published: string | undefined;
  let seq = 0;
  let audioClock = 0;
  let hasPlayed = false;
  let savedAt = 0;

  function turn(): void {
    const now = clock.now();
    output?.turn(now);
    sources.turn(now);
    presenters.endBroadcasts(sources.encoders);
    breaks.turn();
    afterTurn(now);
  }

  function afterTurn(now: number): void {
    clearTimeout(stallTimer);
    const deadline = output?.deadline;
    if (deadline !== undefined) stallTimer = setTimeout(turn, Math.max(deadline - now, 0) + 1);
    if (output?.source === 'autodj' && now - savedAt > saveEveryMs) savePosition(now);
  }

  function savePosition(now: number): void {
    savedAt = now;
    const position = autodj?.position;
    if (position) options.positions.save(desired.key, position);
  }

  function open(format: StreamFormat, position: Position | undefined): void {
    autodj = createAutoDj({
      station: desired.key,
      mediaDir: options.mediaDir,
      format,
      clock,
      position,
      manual,
      transitions: options.transitions,
      started,
      betweenTracks: breaks.betweenTracks,
      isBreakDue: breaks.isDue,
      resumed() {
        output?.flush();
        if (autodj?.track) announcer.track(autodj.track, autodj.why);
      },
      skipped(item, reason) {
        options.log?.warn({ station: desired.key, track: item.key, reason }, 'track skipped');
        titles.skip(item, reason);
        if (unreadable.add(item, reason)) publishState();
      },
    });
    autodj.apply(desired.autodj);
    output = createStationOutput({
      format,
      settings: () => desired,
      autodj,
      from: audioClock,
      emit: (batch) => {
        const isFirst = !hasPlayed;
        hasPlayed = true;
        seq++;
        const title = titles.number;
        bus.publish({ type: 'batch', batch: { station: desired.key, seq, title, ...batch } });
        if (isFirst) publishState();
      },
      successor: sources.successor,
      switched,
    });
    if (output.source === 'silence' && desired.idle_title) titles.show(desired.idle_title, '');
    unschedule = scheduler.add(turn);
    sources.apply();
  }

  function shutDown(): Position | undefined {
    const position = autodj?.position;
    if (position) options.positions.save(desired.key, position);
    clearTimeout(stallTimer);
    unschedule?.();
    breaks.end();
    output?.flush();
    audioClock = output?.at ?? audioClock;
    autodj?.close();
    output = undefined;
    autodj = undefined;
    hasPlayed = false;
    announcer.reset();
    sources.close('The station is off the air.');
    return position;
  }

  function started(item: AutoDjItem, why: string): void {
    output?.flush();
    unreadable.remove(item);
    announcer.track(item, why);
    savePosition(clock.now());
    publishState();
  }

  function titled(input: Input): void {
    if (output?.onAir !== input) return;
    output.flush();
    announcer.sender(input);
    breaks.titled(input.title);
    publishState();
  }

  function switched(to: OutputSource, left: Input | undefined, reason: string): void {
    breaks.end();
    autodj?.playBed(0);
    if (left && reason !== '') noteSource('lost', reason, left);
    if (left) left.wasLost = true;
    const onAir = output?.onAir;
    if (onAir) noteSource('taken', '', onAir);
    if (onAir) announcer.sender(onAir);
    // A stop is for who takes over: afterwards the Auto DJ plays as always.
    if (onAir) manual.stop = null;
    if (to === 'autodj' && left && autodj?.track) announcer.track(autodj.track, autodj.why);
    if (to === 'silence') announcer.idle();
    publishHead();
    if (to === 'none') bus.publish({ type: 'drop', station: desired.key, reason: nothingPlays });
    scheduler.callSoon(turn, afterSwitchMs);
    publishState();
  }

  function noteSource(event: SourceEvent['event'], reason: string, about: Pick<Input, 'kind' | 'url' | 'hello'>): void {
    const { ip, user_agent } = about.hello;
    const { key, account } = desired;
    const sourceFields = { source: about.kind, source_url: about.url, ip, user_agent };
    options.record({ type: 'source', station: key, account, at: Date.now(), event, reason, ...sourceFields });
  }

  function publishHead(): void {
    const head = headOf(desired, output?.source === 'none');
    const text = JSON.stringify(head);
    if (text === published) return;
    published = text;
    bus.publish({ type: 'head', head });
  }

  function state(): AirState {
    const parts = { ...options, output, autodj, hasPlayed, desired };
    return readState({ ...parts, sources, titles, announcer, unreadable, manual, presenters });
  }

  function publishState(): void {
    options.changed(state());
  }

  function drop(reason: string): void {
    bus.publish({ type: 'drop', station: desired.key, reason });
  }

  function kick(reason: string): void {
    sources.dropEncoders(reason);
  }

  return {
    get desired() {
      return desired;
    },
    get state() {
      return state();
    },
    get hasAudio() {
      return output !== undefined && output.source !== 'silence' && output.source !== 'none';
    },
    kick,
    commands,
    apply(next) {
      if (next.autodj.generation > desired.autodj.generation) manual.stop = null;
      const isNewFormat = !isCompatibleFormat(desired.format, next.format);
      desired = next;
      unreadable.retainListed(next.autodj);
      if (!next.running || isNewFormat) {
        const isOn = output !== undefined;
        const position = shutDown();
        if (!next.running) kick(next.reason);
        publishHead();
        if (isOn) drop(next.running ? 'The format of the station changed.' : next.reason);
        if (next.running) open(next.format, position ?? options.positions.load(desired.key));
        if (next.running) sources.encoder?.reformat();
      } else if (output) {
        autodj?.apply(next.autodj);
        publishHead();
        const track = output.source === 'autodj' ? autodj?.track : undefined;
        if (track) titles.show(titleOf(track), '');
        else if (output.source === 'silence' && (next.idle_title || titles.text)) announcer.idle();
        sources.apply();
      } else {
        publishHead();
        open(next.format, options.positions.load(desired.key));
      }
      presenters.endBroadcasts(sources.encoders);
      publishState();
    },
    restart() {
      if (!output) return;
      manual.stop = null;
      shutDown();
      kick('The station restarts.');
      drop('The station restarts.');
      open(desired.format, undefined);
      publishState();
    },
    attach(link, hello) {
      if (!output) return { refused: 'stopped', reason: desired.reason };
      return attachEncoder({ manual, presenters, sources, clock, changed: publishState }, link, hello);
    },
    retitle: sources.retitle,
    startBreak(seconds) {
      const started = breaks.start(seconds);
      if (typeof started !== 'string' && output?.source === 'autodj') autodj?.playBed(started.seconds * 1000);
      return started;
    },
    close() {
      kick('The station was removed.');
      shutDown();
    },
  };
}
