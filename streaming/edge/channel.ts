import type { Socket } from 'node:net';
import type { BusMessage, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createCleanStart } from '#streaming/frames/clean-start.ts';
import { createArrivingListeners, type ArrivingListeners } from './arriving-listeners.ts';
import { createChannelBreaks, type ChannelBreaks } from './channel-breaks.ts';
import { createChannelTitles, type Title } from './channel-titles.ts';
import { bytesFor, createCohorts, type Cohort, type Listener } from './cohorts.ts';
import { createFanOut } from './fan-out.ts';
import { createJobQueue, type Job } from './job-queue.ts';
import { createListenerClosing, type Released, type ReleasedListener } from './listener-closing.ts';
import type { ChannelAds } from './pods.ts';
import { createRing, type PlacedBatch } from './ring.ts';
import type { Session } from './sessions.ts';
import { createWritePool } from './write-pool.ts';

export type Channel = {
  head: StationHead;
  push(batch: FrameBatch): void;
  title(title: Title): void;
  /** Listeners with spots hear them from the next batch on. */
  startBreak(message: Extract<BusMessage, { type: 'break' }>): void;
  endBreak(at: number): void;
  /** The audio of the burst, batch by batch. */
  recentAudio(): FrameBatch[];
  /** The titles of that audio; the current one is the last. */
  titles(): ReadonlyMap<number, Title>;
  /** The current title, for status pages. */
  playing(): string;
  /** Writes `reply` and the burst at once, then every batch, until the socket closes. */
  addListener(socket: Socket, session: Session, reply: Buffer, withMetadata: boolean): void;
  /** Disconnects the listeners that match, a few per turn of the event loop; the others are not affected. */
  disconnect(isOut: (session: Session) => boolean): void;
  /**
   * Gives up listeners, after what is being written: their sockets stay open and are no longer this channel's. All of them, or at most so
   * many of those whom another process can continue: not encrypted, without spots, and sent everything so far.
   */
  release(taken: (listeners: ReleasedListener[]) => void, most?: number): void;
  /** Disconnects every listener and discards the buffered audio, as what follows may have another format. */
  drop(): void;
  /** Discards the buffered audio, which what follows doesn't continue; nobody listens. */
  rest(): void;
  listeners(): number;
  sessions(): Session[];
  /** Time of the last audio, or of the last change after which audio is expected, ms since the epoch. */
  lastAudioAt(): number;
} & Pick<ArrivingListeners, 'adopt'>;

type Options = {
  head: StationHead;
  /** The listener disconnected, and its byte count is final. */
  left(session: Session): void;
  /** The listener read too slowly and is being disconnected. */
  dropped(session: Session): void;
  /** Without it nobody hears spots. */
  ads?: ChannelAds | undefined;
  /** Listeners written to in one turn of the event loop. */
  perTurn?: number;
  /** How much audio is kept if that is more than the burst, ms. */
  keepMs?(): number;
};

const unsentAtLeast = 256 * 1024;
const unsentMs = 10_000;
const waitingAtMost = 64;
/** Batches are rounded to µs. */
const clockSlack = 1000;
/** Time for a disconnected listener to receive what was already written. */
const drainMs = 5000;
const soundlessMs = 10_000;

/**
 * One station at the edge: the ring and the fan-out. Each batch is written to every listener as the same buffer; a
 * large audience is served over several turns of the event loop, so that other stations stay on time. Only a listener
 * with more than 10 s (256 KB at least) unsent is disconnected.
 */
export const createChannel = ({ head, left, dropped, ads, perTurn = 250, keepMs = () => 0 }: Options): Channel => {
  const ring = createRing(() => Math.max(channel.head.burst_ms, keepMs()));
  const cohorts = createCohorts();
  const pool = createWritePool();
  const recent = (): FrameBatch[] => ring.burst(channel.head.burst_ms).map(({ batch }) => batch);
  const breaks = ads && createChannelBreaks({ head: () => channel.head, cohorts, ads, perTurn, recent });
  const titles = createChannelTitles(ring.oldestTitle);
  const { blockOf } = titles;
  const jobs = createJobQueue(waitingAtMost);
  let number = 0;
  let serving = false;
  let soundAt = Date.now();
  let clock = 0;

  const unsentAtMost = (): number => Math.max(unsentAtLeast, (channel.head.format.bitrate / 8) * (unsentMs / 1000));

  const writeBatch = createFanOut({
    ...{ cohorts, pool, blockOf, unsentAtMost, perTurn, changes: breaks?.recordPart },
    slow(listener) {
      cohorts.remove(listener);
      dropped(listener.session);
      listener.socket.destroy();
    },
  });
  const disconnect = (listener: Listener): void => {
    cohorts.remove(listener);
    listener.socket.setTimeout(drainMs, () => listener.socket.destroy());
    listener.socket.end();
  };
  const closing = createListenerClosing({
    ...{ cohorts, left },
    leaveBreaks: (listener) => breaks?.left(listener),
  });
  const arriving = createArrivingListeners({ ring, cohorts, closing, blockOf, number: () => number, left, dropped });
  const serveBatch = function* (placed: PlacedBatch, at: number): Generator<void> {
    yield* writeBatch(placed, at);
    breaks?.record(placed.batch);
    pool.reset();
    yield* cohorts.merge(perTurn);
    if (breaks) yield* breaks.count(placed.batch);
  };
  const serve = function* (): Generator<void> {
    for (let job = jobs.shift(); job; job = jobs.shift()) yield* job.turns();
  };
  const run = (turns: Generator<void>): void => {
    serving = !turns.next().done;
    if (serving) setImmediate(run, turns);
  };

  const enqueue = (job: Job): void => {
    jobs.push(job);
    if (!serving) run(serve());
  };

  const channel: Channel = {
    head,
    push(batch) {
      number += 1;
      soundAt = Date.now();
      const placed = ring.push(batch);
      arriving.arrived();
      const [own, before] = [number, clock];
      clock = batch.at + batch.duration;
      if (cohorts.size() === 0) return;
      // After a restart of the engine: positions in the station's audio start over.
      if (breaks && batch.at < before - clockSlack) enqueue({ kind: 'restart', turns: () => breaks.restart(before) });
      enqueue({ kind: 'batch', turns: () => serveBatch(placed, own) });
    },
    startBreak(message) {
      const own = number;
      if (breaks && cohorts.size() > 0) enqueue({ kind: 'begin', turns: () => breaks.begin(message, own) });
    },
    endBreak(at) {
      if (breaks) enqueue({ kind: 'end', turns: () => breaks.end(at) });
    },
    title: titles.add,
    recentAudio: recent,
    titles: titles.all,
    playing: titles.playing,
    addListener(socket, session, reply, withMetadata) {
      const burst = ring.burst(channel.head.burst_ms);
      const grid = withMetadata ? (burst[0]?.start ?? ring.end()) : null;
      const preRoll = isOneClock(burst) ? breaks?.welcome(session, burst[0]!.batch.at, clock) : undefined;
      const alone: Cohort = { grid, lastTitle: -1, lane: preRoll?.lane, listeners: new Set() };
      socket.cork();
      socket.write(reply);
      const clean = createCleanStart(channel.head.format.codec);
      for (const { batch, start } of burst) {
        // A spot needs nothing from before; the programme after it is taken care of by its lane.
        const data = preRoll ? batch.data : clean(batch);
        const bytes = bytesFor(alone, { batch: { ...batch, data }, start }, blockOf);
        socket.write(bytes);
        session.bytes += bytes.length;
      }
      socket.uncork();
      const listener = cohorts.add({ socket, session, seen: number }, alone.grid, alone.lastTitle, preRoll?.lane);
      preRoll?.joined(listener);
      closing.watch(listener);
    },
    release(taken, most) {
      // Batches that come meanwhile are no longer written to them.
      const [end, latest] = [ring.end(), ring.latest()];
      const turns = function* (): Generator<void> {
        yield taken(closing.release(end, latest, most === undefined ? everyone : { most, matches: isMovable(breaks) }));
      };
      enqueue({ kind: 'release', turns });
    },
    adopt: arriving.adopt,
    disconnect(shouldDisconnect) {
      eachInTurns(cohorts.listeners(), perTurn, (listener) => {
        if (!listener.socket.destroyed && shouldDisconnect(listener.session)) disconnect(listener);
      });
    },
    drop() {
      arriving.drop();
      for (const listener of cohorts.listeners()) disconnect(listener);
      jobs.clear();
      ring.clear();
      soundAt = Date.now();
    },
    rest() {
      jobs.clear();
      ring.clear();
    },
    listeners: () => cohorts.size(),
    sessions: () => cohorts.listeners().map(({ session }) => session),
    lastAudioAt: () => soundAt,
  };
  return channel;
};

const everyone: Released = { most: Infinity, matches: () => true };

/** Whether another process can continue a listener at the next byte. */
const isMovable =
  (breaks: Pick<ChannelBreaks, 'isHearing'> | undefined) =>
  (listener: Listener): boolean =>
    !('encrypted' in listener.socket) &&
    listener.socket.writableLength === 0 &&
    listener.cohort.lane === undefined &&
    breaks?.isHearing(listener) !== true;

/** Does something for all listeners, for so many in one turn of the event loop. */
const eachInTurns = (listeners: readonly Listener[], perTurn: number, work: (listener: Listener) => void): void => {
  listeners.slice(0, perTurn).forEach(work);
  if (listeners.length > perTurn) setImmediate(eachInTurns, listeners.slice(perTurn), perTurn, work);
};

/** Whether no audio has come for so long that a player would give up. */
export const isSoundless = (channel: Pick<Channel, 'lastAudioAt'>): boolean =>
  Date.now() - channel.lastAudioAt() > soundlessMs;

/** Whether all of a burst is of one run of the engine. */
const isOneClock = (burst: readonly PlacedBatch[]): boolean =>
  burst.length > 0 && burst.at(-1)!.batch.at >= burst[0]!.batch.at;
