import type { AutoDjItem, SourceEvent, StationDesired, StreamFormat } from '#contract/engine.ts';
import { createAutoDj, type AutoDj } from '#streaming/autodj/autodj.ts';
import type { AirState, Position } from './air.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import { headOf, nothingPlays } from './head.ts';
import { playsOn } from './plays-on.ts';
import { createProgram, type Program, type ProgramSource } from './program.ts';
import type { Station, StationOptions } from './station-port.ts';
import { createTitles, splitTitle, titleOf } from './titles.ts';

/** How often the place in the playlist is noted while a track plays, ms. */
const notedEveryMs = 10_000;
/** A switch is heard after this long at most, and then every round of the scheduler, ms. */
const afterSwitchMs = 100;
/** The turn after a loss comes when the lost encoder's tail is over, ms. */
const afterLossMs = 150;

/** One station: turns desired state, an encoder and the Auto DJ into sound on the bus. */
export function createStation(first: StationDesired, options: StationOptions): Station {
  const { bus, clock, scheduler } = options;
  const titles = createTitles(first, bus, options.record);
  let desired = first;
  let program: Program | undefined;
  let autodj: AutoDj | undefined;
  let encoder: Encoder | undefined;
  let leaveSchedule: (() => void) | undefined;
  let steadyTimer: NodeJS.Timeout | undefined;
  let stallTimer: NodeJS.Timeout | undefined;
  let published: string | undefined;
  let seq = 0;
  let audioClock = 0;
  let trackStarted: number | null = null;
  let hasSounded = false;
  let noted = 0;
  let onAir: Encoder | undefined;

  function turn(): void {
    const now = clock.now();
    program?.turn(now);
    afterTurn(now);
  }

  function afterTurn(now: number): void {
    encoder?.relieve();
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
      switched,
    });
    if (program.source === 'silence' && desired.idle_title) titles.show(desired.idle_title, '');
    leaveSchedule = scheduler.add(turn);
  }

  function shut(): Position | undefined {
    const position = autodj?.position;
    if (position) options.positions.save(desired.key, position);
    clearTimeout(steadyTimer);
    clearTimeout(stallTimer);
    leaveSchedule?.();
    program?.flush();
    audioClock = program?.at ?? audioClock;
    autodj?.close();
    program = undefined;
    autodj = undefined;
    onAir = undefined;
    hasSounded = false;
    trackStarted = null;
    return position;
  }

  function started(item: AutoDjItem, why: string): void {
    program?.flush();
    announce(item, why);
    notePosition(clock.now());
    tell();
  }

  function announce(item: AutoDjItem, why: string): void {
    trackStarted = Date.now();
    titles.show(titleOf(item), '');
    const { key, title, artist, album } = item;
    titles.play({ source: 'autodj', why, track: key, title, artist, album });
  }

  function announceLive(): void {
    const title = onAir?.title ?? '';
    titles.show(title || desired.idle_title || onAir?.hello.name || desired.name, onAir?.url ?? '');
    titles.play({ source: 'live', track: null, album: '', ...splitTitle(title) });
  }

  function switched(to: ProgramSource, before: ProgramSource, reason: string): void {
    if (before === 'live') {
      if (onAir) noteSource('lost', reason, onAir);
      if (onAir) onAir.wasLost = true;
      onAir = undefined;
    }
    if (to === 'live') {
      onAir = encoder;
      if (onAir) noteSource('taken', '', onAir);
      announceLive();
    }
    if (to === 'autodj' && before === 'live' && autodj?.track) announce(autodj.track, autodj.why);
    if (to === 'silence') titles.show(desired.idle_title || desired.name, '');
    publishHead();
    if (to === 'none') bus.publish({ type: 'drop', station: desired.key, reason: nothingPlays });
    scheduler.bring(turn, afterSwitchMs);
    tell();
  }

  function noteSource(event: SourceEvent['event'], reason: string, about: Encoder): void {
    const { ip, user_agent } = about.hello;
    const { key, account } = desired;
    const at = Date.now();
    options.record({ type: 'source', station: key, account, at, event, reason, ip, user_agent });
  }

  /** Puts a steady encoder on the air; asked again when it could be steady. */
  function consider(): void {
    const now = clock.now();
    if (!encoder || !program || encoder === onAir || encoder.source.since === undefined) return;
    if (!encoder.isSteady(now)) {
      clearTimeout(steadyTimer);
      const left = encoder.source.since + desired.steady_ms - now;
      if (left > 0) steadyTimer = setTimeout(consider, left + 1);
      return;
    }
    if (encoder.wasLost) encoder.source.keepNewest(Math.max(desired.steady_ms, 100));
    encoder.wasLost = false;
    program.take(encoder.source, now);
    afterTurn(now);
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
      encoder: encoder?.state ?? null,
      title: source === 'none' ? '' : titles.text,
      track,
      track_started: track && trackStarted,
      next: source === 'autodj' ? (autodj?.next ?? []) : [],
      clock_ms: Math.round(program?.clock ?? 0),
    };
  }

  function drop(reason: string): void {
    bus.publish({ type: 'drop', station: desired.key, reason });
  }

  function kick(reason: string): void {
    encoder?.drop(reason);
  }

  return {
    get desired() {
      return desired;
    },
    get state() {
      return readState();
    },
    kick,
    apply(wanted) {
      const isNewFormat = !playsOn(desired.format, wanted.format);
      desired = wanted;
      if (!wanted.running || isNewFormat) {
        const isOn = program !== undefined;
        const position = shut();
        if (!wanted.running) kick(wanted.reason);
        publishHead();
        if (isOn) drop(wanted.running ? 'The format of this station changes.' : wanted.reason);
        if (wanted.running) open(wanted.format, position ?? options.positions.load(desired.key));
        if (wanted.running) encoder?.reformat();
      } else if (program) {
        autodj?.apply(wanted.autodj);
        publishHead();
        const track = program.source === 'autodj' ? autodj?.track : undefined;
        if (track) titles.show(titleOf(track), '');
        else if (program.source === 'silence' && (wanted.idle_title || titles.text))
          titles.show(wanted.idle_title || wanted.name, '');
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
      if (encoder && !encoder.isStalled(clock.now())) {
        return { refused: 'in_use', reason: 'Mountpoint in use' };
      }
      encoder?.drop('Another encoder took its place.');
      const created = createEncoder(() => desired, link, hello, clock, {
        sound: consider,
        described: tell,
        titled: () => {
          if (onAir !== created.encoder) return;
          program?.flush();
          announceLive();
          tell();
        },
        ended: (reason) => {
          noteSource('disconnected', reason, created.encoder);
          if (encoder === created.encoder) encoder = undefined;
          if (onAir === created.encoder) program?.leave(clock.now(), reason);
          if (program) scheduler.bring(turn, afterLossMs);
          tell();
        },
      });
      encoder = created.encoder;
      noteSource('connected', '', encoder);
      tell();
      return { input: created.input };
    },
    retitle(title, url) {
      if (!encoder) return false;
      encoder.title = title;
      encoder.url = url;
      if (onAir !== encoder) return true;
      program?.flush();
      announceLive();
      tell();
      return true;
    },
    close() {
      kick('The station was removed.');
      shut();
    },
  };
}
