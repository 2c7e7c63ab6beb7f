import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { childEnvironment } from '#shared/testing/child-environment.ts';

/**
 * Starts an engine or an edge as a process of its own; resolves with the port that it names once it serves. `within`: the command
 * that starts it elsewhere, such as in a network namespace.
 */
export const startPart = async (
  program: string,
  env: Record<string, string>,
  within: readonly string[] = [],
): Promise<{ child: ChildProcess; port: number }> => {
  const [command, ...args] = [...within, process.execPath, program];
  const child = spawn(command, args, { env: { ...childEnvironment(), ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const text of createInterface(child.stdout)) {
    const line = JSON.parse(text) as { msg: string; port: number };
    if (line.msg === 'on the air' || line.msg === 'listening') {
      child.stdout.resume();
      return { child, port: line.port };
    }
  }
  throw new Error(`${program} ended before it was ready.`);
};

export const killPart = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};
