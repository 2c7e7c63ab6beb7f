import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { closeNetwork, openNetwork } from './network.ts';

/**
 * Runs `inside.ts` on the first portal's host of a network of its own, which is removed afterwards whatever happens; resolves with its exit
 * code. Where there can be no such network, it says so and passes.
 */
export const chaosHosts = async ({ runs, stations }: { runs: number; stations: number }): Promise<number> => {
  const network = openNetwork();
  if ('missing' in network) {
    console.log(`skipped: ${network.missing}`);
    return 0;
  }
  const [command, ...args] = [...network.within('portal'), process.execPath, join(import.meta.dirname, 'inside.ts')];
  const child = spawn(command, [...args, network.prefix, String(runs), String(stations)], { stdio: 'inherit' });
  // The child gets a terminal's Ctrl-C too, stops its parts and ends.
  const stop = (): void => void child.kill('SIGTERM');
  process.once('SIGTERM', stop);
  process.once('SIGINT', () => undefined);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    closeNetwork(network.prefix);
  }
};
