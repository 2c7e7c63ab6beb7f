import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { FromLauncher, ToLauncher, Upgrades } from './hand-over-messages.ts';

export type LaunchedEdge = {
  /** Starts another process, which replaces the one that serves. */
  upgrade(): void;
  /** Resolves with the exit code when the process that serves has ended by itself. */
  ended: Promise<number>;
  stop(): Promise<void>;
};

/** A process that does not serve by then is ended. */
const readyMs = 30_000;

/**
 * Starts the process of an edge; rejects if it doesn't serve. All of its processes listen on the same socket, which this one keeps
 * (Node's cluster), so that the port is open while one follows another; connections and messages go from one to the other through it.
 */
export const launchEdge = async (program: string, log: Logger): Promise<LaunchedEdge> => {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: program, args: [] });
  const upgrades: Upgrades = { done: 0, failed: 0 };
  const running = new Map<number, Worker>();
  let current: Worker | undefined;
  let next: Worker | undefined;
  /** The process that is handing over, which serves again if its successor ends before. */
  let former: Worker | undefined;
  let isStopping = false;
  let over = (_code: number): void => {};
  const ended = new Promise<number>((resolve) => (over = resolve));

  const tell = (to: Worker | undefined, message: FromLauncher): void => {
    if (to?.isConnected()) to.send(message, undefined, () => undefined);
  };
  const relay = (from: Worker, { to, message }: Extract<ToLauncher, { kind: 'relay' }>, socket?: Socket): void => {
    // Nothing is read or written here: the connection is only on its way.
    socket?.on('error', () => socket.destroy());
    const target = running.get(to);
    if (!target?.isConnected()) return void socket?.destroy();
    const sent: FromLauncher = { kind: 'relayed', from: from.id, message };
    target.send(sent, socket, (error) => {
      if (error) socket?.destroy();
    });
  };
  const failed = (reason: string): void => {
    upgrades.failed += 1;
    log.error({ reason }, 'the upgrade failed; the former process serves on');
    tell(current, { kind: 'upgrades', upgrades });
    tell(current, { kind: 'failed' });
  };

  const serving = (worker: Worker): void => {
    if (worker !== next) return;
    [former, current, next] = [current, worker, undefined];
    for (const one of running.values())
      if (one !== current && one !== former) tell(one, { kind: 'replaced', by: worker.id });
  };
  const handed = (worker: Worker, listeners: number): void => {
    // With few listeners this is earlier than what the next process says.
    if (worker === current && next) serving(next);
    if (worker !== former) return;
    former = undefined;
    upgrades.done += 1;
    tell(current, { kind: 'upgrades', upgrades });
    log.info({ listeners, process: current?.process.pid }, 'upgraded');
  };
  const exited = (worker: Worker, reason: string, code: number): void => {
    running.delete(worker.id);
    for (const one of running.values()) tell(one, { kind: 'ended', id: worker.id, left: running.size });
    if (worker === former) former = undefined;
    if (isStopping) return;
    if (worker !== current && worker !== next)
      log.info({ process: worker.process.pid }, 'a former process of the edge has ended');
    if (worker === next) {
      next = undefined;
      if (current) failed(reason);
      return;
    }
    if (worker !== current) return;
    current = former;
    former = undefined;
    if (current) return failed(reason);
    log.error({ reason }, 'the edge ended');
    void stop().then(() => over(code));
  };

  /** Resolves with whether it serves. */
  const start = (): Promise<boolean> =>
    new Promise((resolve) => {
      const worker = cluster.fork();
      running.set(worker.id, worker);
      next = worker;
      const timeout = setTimeout(() => worker.process.kill('SIGKILL'), readyMs);
      worker.on('message', (message: ToLauncher, socket?: Socket) => {
        if (message.kind === 'relay') return relay(worker, message, socket);
        if (message.kind === 'handed') return handed(worker, message.listeners);
        clearTimeout(timeout);
        serving(worker);
        resolve(true);
      });
      worker.on('error', () => undefined);
      worker.once('exit', (code: number | null, signal: string | null) => {
        clearTimeout(timeout);
        resolve(false);
        exited(worker, `its process ended with ${signal ?? String(code)}`, code ?? 1);
      });
      tell(worker, { kind: 'start', upgrades, ...(current && { former: current.id }) });
    });

  const stop = async (): Promise<void> => {
    isStopping = true;
    const all = [...running.values()];
    for (const { process: child } of all) child.kill('SIGTERM');
    await Promise.all(all.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit')));
  };

  if (!(await start())) throw new Error('The edge did not start.');
  return {
    upgrade() {
      if (isStopping) return;
      if (next || former) return log.warn('an upgrade is under way already');
      log.info('upgrading');
      tell(current, { kind: 'upgrading' });
      void start();
    },
    ended,
    stop,
  };
};
