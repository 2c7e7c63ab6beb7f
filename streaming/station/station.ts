import type { AutoDjItem, SourceEvent, StationDesired, StreamFormat } from '#contract/engine.ts';
import { createAutoDj, type AutoDj } from '#streaming/autodj/autodj.ts';
import { createUnreadable } from '#streaming/autodj/unreadable.ts';
import { playsOn } from '#streaming/base/plays-on.ts';
import { createDialBudget } from '#streaming/relay/dial-budget.ts';
import type { AirState, Position } from './air.ts';
import { createAnnouncer } from './announcer.ts';
import { headOf, nothingPlays } from './head.ts';
import type { Input } from './input.ts';
import { createProgram, type Program, type ProgramSource } from './program.ts';
import { createSources } from './sources.ts';
import type { Station, StationOptions } from './station-port.ts';
import { createTitles, titleOf } from './titles.ts';

/** How often the place in the playlist is noted while a track plays, ms. */
const notedEveryMs = 10_000;
/** A switch is heard after this long at most, ms. */
const afterSwitchMs = 100;
/** The turn after a loss comes when the lost sender's tail is over, ms. */
const afterLossMs = 150;

/** One station: turns desired state, those who send it sound and the Auto DJ into sound on the bus. */
export function createStation(first: StationDesired, options: StationOptions): Station {
  const { bus, clock, scheduler } = options;
  let desired = first;
  const titles = createTitles(first, bus, options.record);
  const unreadable = createUnreadable();
  const announcer = createAnnouncer(() => desired, titles);
  const sources = createSources({
    ...options,
    mayTry: createDialBudget(),
    desired: () => desired,
    program: () => program,
    taken: afterTurn,
    turnSoon: () => scheduler.bring(turn, afterLossMs),
    titled,
    changed: tell,
    note: noteSource,
  });
  let program: Program | undefined;
  let autodj: AutoDj | undefined;
  let leaveSchedule: (() => void) | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  let published: string | undefined;
  let seq = 0;
  let audioClock = 0;
  let hasSounded = false;
  let noted = 0;

  function turn(): void {
    const now = clock.now();
    program?.turn(now);
    sources.turn(now);
    afterTurn(now);
  }

  function afterTurn(now: number): void {
    clearTimeout(stallTimer);
    const deadline = program?.deadline;
    if (deadline !== undefined) stallTimer = setTimeout(turn, Math.max(deadline - now, 0) + 1);
    if (program?.source === 'autodj' && now - noted > notedEveryMs) notePosition(now);
  }

  function notePosition(now: number): void {
    noted = now;
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
      transitions: options.transitions,
      started,
      skipped(item, reason) {
        options.log?.warn({ station: desired.key, track: item.key, reason }, 'track left out');
        titles.skip(item, reason);
        if (unreadable.note(item, reason)) tell();
      },
    });
    autodj.apply(desired.autodj);
    program = createProgram({
      format,
      settings: () => desired,
      autodj,
      from: audioClock,
      emit: (batch) => {
        const isFirst = !hasSounded;
        hasSounded = true;
        seq++;
        const title = titles.number;
        bus.publish({ type: 'batch', batch: { station: desired.key, seq, title, ...batch } });
        if (isFirst) tell();
      },
      successor: sources.successor,
      switched,
    });
    if (program.source === 'silence' && desired.idle_title) titles.show(desired.idle_title, '');
    leaveSchedule = scheduler.add(turn);
    sources.apply();
  }

  function shut(): Position | undefined {
    const position = autodj?.position;
    if (position) options.positions.save(desired.key, position);
    clearTimeout(stallTimer);
    leaveSchedule?.();
    program?.flush();
    audioClock = program?.at ?? audioClock;
    autodj?.close();
    program = undefined;
    autodj = undefined;
    hasSounded = false;
    announcer.reset();
    sources.close('The station is off the air.');
    return position;
  }

  function started(item: AutoDjItem, why: string): void {
    program?.flush();
    unreadable.played(item);
    announcer.track(item, why);
    notePosition(clock.now());
    tell();
  }

  function titled(input: Input): void {
    if (program?.onAir !== input) return;
    program.flush();
    announcer.sender(input);
    tell();
  }

  function switched(to: ProgramSource, left: Input | undefined, reason: string): void {
    if (left && reason !== '') noteSource('lost', reason, left);
    if (left) left.wasLost = true;
    const onAir = program?.onAir;
    if (onAir) noteSource('taken', '', onAir);
    if (onAir) announcer.sender(onAir);
    if (to === 'autodj' && left && autodj?.track) announcer.track(autodj.track, autodj.why);
    if (to === 'silence') announcer.idle();
    publishHead();
    if (to === 'none') bus.publish({ type: 'drop', station: desired.key, reason: nothingPlays });
    scheduler.bring(turn, afterSwitchMs);
    tell();
  }

  function noteSource(event: SourceEvent['event'], reason: string, about: Pick<Input, 'kind' | 'url' | 'hello'>): void {
    const { ip, user_agent } = about.hello;
    const { key, account } = desired;
    const who = { source: about.kind, source_url: about.url, ip, user_agent };
    options.record({ type: 'source', station: key, account, at: Date.now(), event, reason, ...who });
  }

  function publishHead(): void {
    const head = headOf(desired, program?.source === 'none');
    const text = JSON.stringify(head);
    if (text === published) return;
    published = text;
    bus.publish({ type: 'head', head });
  }

  function tell(): void {
    options.changed(readState());
  }

  function readState(): AirState {
    const source = program?.source ?? 'none';
    const track = source === 'autodj' ? (autodj?.track ?? null) : null;
    const isLive = desired.running && program !== undefined;
    return {
      key: desired.key,
      revision: desired.revision,
      status: isLive ? (hasSounded ? 'active' : 'starting') : 'inactive',
      source,
      source_url: program?.onAir?.url,
      encoder: sources.encoder?.state ?? null,
      automation: options.automations.stateOf(desired.key),
      title: source === 'none' ? '' : titles.text,
      track,
      track_started: track && announcer.trackStarted,
      next: source === 'autodj' ? (autodj?.next ?? []) : [],
      unreadable: unreadable.state,
      clock_ms: Math.round(program?.clock ?? 0),
    };
  }

  function drop(reason: string): void {
    bus.publish({ type: 'drop', station: desired.key, reason });
  }

  function kick(reason: string): void {
    sources.encoder?.drop(reason);
  }

  return {
    get desired() {
      return desired;
    },
    get state() {
      return readState();
    },
    get isHeard() {
      return program !== undefined && program.source !== 'silence' && program.source !== 'none';
    },
    kick,
    apply(wanted) {
      const isNewFormat = !playsOn(desired.format, wanted.format);
      desired = wanted;
      unreadable.keep(wanted.autodj);
      if (!wanted.running || isNewFormat) {
        const isOn = program !== undefined;
        const position = shut();
        if (!wanted.running) kick(wanted.reason);
        publishHead();
        if (isOn) drop(wanted.running ? 'The format of this station changes.' : wanted.reason);
        if (wanted.running) open(wanted.format, position ?? options.positions.load(desired.key));
        if (wanted.running) sources.encoder?.reformat();
      } else if (program) {
        autodj?.apply(wanted.autodj);
        publishHead();
        const track = program.source === 'autodj' ? autodj?.track : undefined;
        if (track) titles.show(titleOf(track), '');
        else if (program.source === 'silence' && (wanted.idle_title || titles.text)) announcer.idle();
        sources.apply();
      } else {
        publishHead();
        open(wanted.format, options.positions.load(desired.key));
      }
      tell();
    },
    restart() {
      if (!program) return;
      shut();
      kick('The station restarts.');
      drop('The station restarts.');
      open(desired.format, undefined);
      tell();
    },
    attach(link, hello) {
      if (!program) return { refused: 'stopped', reason: desired.reason };
      const isTaken = sources.encoder && !sources.encoder.isStalled(clock.now());
      if (isTaken) return { refused: 'in_use', reason: 'Mountpoint in use' };
      return sources.attach(link, hello);
    },
    retitle(title, url) {
      const { encoder } = sources;
      if (!encoder) return false;
      encoder.title = title;
      encoder.link = url;
      titled(encoder);
      return true;
    },
    close() {
      kick('The station was removed.');
      shut();
    },
  };
}
