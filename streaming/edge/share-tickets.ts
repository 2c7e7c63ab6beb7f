import type { AdTicket } from '#contract/engine/engine-ads.ts';

/** A process with listeners: the engine itself, or an edge. */
type Process<P> = { process: P; listeners: number; has(session: string): boolean };

/**
 * Whose ticket each one is: that of the process with its listener, else the first one's; those for nobody in particular are
 * shared in proportion to the listeners.
 */
export const shareTickets = <P>(
  tickets: readonly AdTicket[],
  processes: readonly [Process<P>, ...Process<P>[]],
): Map<P, AdTicket[]> => {
  const parts = new Map<P, AdTicket[]>();
  const all = processes.reduce((sum, { listeners }) => sum + listeners, 0);
  const share = (): Process<P> => {
    let at = Math.random() * all;
    for (const one of processes) {
      if (at < one.listeners) return one;
      at -= one.listeners;
    }
    return processes[0];
  };
  for (const ticket of tickets) {
    const { session } = ticket;
    const owner = session === '' ? share() : (processes.find(({ has }) => has(session)) ?? processes[0]);
    parts.set(owner.process, [...(parts.get(owner.process) ?? []), ticket]);
  }
  return parts;
};
