import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { withoutServer } from '#shared/without-server.ts';
import type { FromFollowerProcess, ToFollowerProcess } from './follower-messages.ts';

/** The connection of a follower, to which nothing was written yet, and what it is sent first: the head of the reply and events. */
export type HandedOver = { socket: Socket; channels: readonly string[]; first: string; left: () => void };

/** A process that writes to followers, as its portal sees it. */
export type FollowerProcess = {
  readonly pid: number | undefined;
  isReady(): boolean;
  /** Followers that were handed over and have not left. */
  size(): number;
  /** Hands a connection over; `left` is called once, when it is closed or the process has ended. */
  take(follower: HandedOver): void;
  send(channel: string, text: string): void;
  end(channel: string): void;
  /** Ends the process, which closes its connections. */
  stop(): Promise<void>;
};

type Follower = {
  left: () => void;
  /** Closes the portal's copy of the socket, which exists until the process has its own. */
  close?: (() => void) | undefined;
};

const program = fileURLToPath(new URL('follower-process.ts', import.meta.url));

/** Starts a follower process, without the portal's environment; `ended` is called with the reason when it ends by itself. */
export const startFollowerProcess = (ended: (reason: string) => void): FollowerProcess => {
  const child = fork(program, { env: {}, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const followers = new Map<number, Follower>();
  let isReady = false;
  let isOver = false;
  let lastId = 0;

  const remove = (id: number): void => {
    const follower = followers.get(id);
    if (!follower) return;
    followers.delete(id);
    follower.close?.();
    follower.left();
  };
  const over = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    isReady = false;
    for (const id of [...followers.keys()]) remove(id);
    ended(reason);
  };
  // Errors of sending mean that the process has ended, which `exit` reports.
  const tell = (message: ToFollowerProcess, socket?: Socket): void =>
    void child.send(message, socket, { keepOpen: true }, () => undefined);

  child.on('message', (message: FromFollowerProcess) => {
    if (message.kind === 'ready') isReady = !isOver;
    else if (message.kind === 'left') for (const id of message.ids) remove(id);
    else {
      const follower = followers.get(message.id);
      follower?.close?.();
      if (follower) follower.close = undefined;
    }
  });
  child.once('exit', (code, signal) => over(`exited with ${String(signal ?? code)}`));
  child.on('error', (error) => over(String(error)));
  return {
    pid: child.pid,
    isReady: () => isReady,
    size: () => followers.size,
    take({ socket, channels, first, left }) {
      const id = ++lastId;
      const gone = (): void => remove(id);
      socket.once('close', gone);
      // The process has the same connection open: it isn't closed before both have closed it.
      followers.set(id, { left, close: () => socket.off('close', gone).destroy() });
      tell({ kind: 'follow', id, channels, first }, withoutServer(socket));
    },
    send: (channel, text) => tell({ kind: 'send', channel, text }),
    end: (channel) => tell({ kind: 'end', channel }),
    async stop() {
      if (isOver) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
