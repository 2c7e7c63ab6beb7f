import type { ChildProcess } from 'node:child_process';
import { killPart, startPart } from '#server/domains/fleet/testing/part-process.ts';
import type { HostName, Network } from './network.ts';

/** Programs of the product, one on each host. */
export const createParts = ({ within }: Pick<Network, 'within'>) => {
  const children = new Map<HostName, ChildProcess>();
  return {
    /** Resolves once the program serves. */
    async start(host: HostName, program: string, env: Record<string, string>): Promise<void> {
      children.set(host, (await startPart(program, env, within(host))).child);
    },
    kill: (host: HostName): Promise<void> => killPart(children.get(host)),
    signal: (host: HostName, name: 'SIGSTOP' | 'SIGCONT'): void => void children.get(host)?.kill(name),
    async killAll(): Promise<void> {
      for (const child of children.values()) await killPart(child);
    },
  };
};

export type Parts = ReturnType<typeof createParts>;
