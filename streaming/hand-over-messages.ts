import type { Socket } from 'node:net';
import type { HandedPlayer } from '#streaming/edge/hls-sessions.ts';
import type { ReleasedListener } from '#streaming/edge/listener-closing.ts';
import type { Session } from '#streaming/edge/sessions.ts';

/**
 * What two processes of one edge say to each other while the second replaces the first (ADR 115). `engine` is the address of its bus.
 * Versions of the edge that are a year apart may meet: kinds may be added, but not change.
 */
export type HandOverMessage = FromNext | FromFormer;

/** From the process that takes over. */
type FromNext =
  /** It has its engines' stations, and asks which sound it needs. */
  | { kind: 'hello' }
  /** The station's sound has arrived. */
  | { kind: 'has'; engine: string; station: string }
  /** It accepts connections, which wait until `go`. */
  | { kind: 'listening' }
  /** So many of the listeners that it was sent have arrived. */
  | { kind: 'taken'; count: number };

/** From the process that hands over. */
type FromFormer =
  | { kind: 'want'; engine: string; station: string }
  /** It needs what was named so far before it listens. */
  | { kind: 'wanted' }
  | { kind: 'players'; engine: string; players: HandedPlayer[] }
  /** A session whose player may come back, and when its connection ended. */
  | { kind: 'away'; engine: string; session: Session; at: number }
  /** The former process accepts nothing more. */
  | { kind: 'go' }
  /** Comes with the connection; without, the listener has left meanwhile. */
  | { kind: 'listener'; engine: string; station: string; listener: Omit<ReleasedListener, 'socket'> }
  /** The former process has given up the listeners that were taken so far: the next one may write to them. */
  | { kind: 'settled' };

/** From an edge process to the one that started it. */
export type ToLauncher =
  /** It serves the port. */
  | { kind: 'serving' }
  /** It has handed over whom it could; it ends when the others have left. */
  | { kind: 'handed'; listeners: number }
  | { kind: 'relay'; to: number; message: HandOverMessage };

/** What became of upgrades since the first process started. */
export type Upgrades = { done: number; failed: number };

export type FromLauncher =
  /** The first message; `former`: the process that it replaces. */
  | { kind: 'start'; former?: number; upgrades: Upgrades }
  | { kind: 'relayed'; from: number; message: HandOverMessage }
  /** Another process serves the port now. */
  | { kind: 'replaced'; by: number }
  /** Another process of the edge is about to be started. */
  | { kind: 'upgrading' }
  /** It did not start, or ended before it was handed everything: all is as before. */
  | { kind: 'failed' }
  | { kind: 'upgrades'; upgrades: Upgrades }
  /** Another process has ended; `left`: so many run. */
  | { kind: 'ended'; id: number; left: number };

/** The other processes of the edge, by number. */
export type Others = {
  send(to: number, message: HandOverMessage, socket?: Socket): void;
  tell(message: ToLauncher): void;
  received(listen: (message: FromLauncher, socket: Socket | undefined) => void): void;
};
