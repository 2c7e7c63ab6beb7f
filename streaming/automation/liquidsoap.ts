import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type LiquidsoapOptions = {
  /** Path of the Liquidsoap program. */
  program: string;
  trackServer: { url: string; token: string };
  mix_ms: number;
  level: boolean;
};

export type Liquidsoap = {
  /** Endless WAV. */
  readonly audio: Readable;
  /** Resolves at its exit with the last line of its output, if any. */
  readonly ended: Promise<string>;
  stop(): void;
};

const script = join(import.meta.dirname, 'automation.liq');
const patienceMs = 5000;
const lastWords = 500;

/**
 * Starts one Liquidsoap process with the static script; it knows only its environment and what the track server
 * returns.
 */
export const startLiquidsoap = ({ program, trackServer, mix_ms, level }: LiquidsoapOptions): Liquidsoap => {
  const child = spawn(program, [script], {
    cwd: '/',
    // A process group of its own, so that its children end with it.
    detached: true,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      DESK_URL: trackServer.url,
      DESK_TOKEN: trackServer.token,
      MIX_SECONDS: (mix_ms / 1000).toFixed(3),
      LEVEL: level ? 'on' : 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, out, errorOutput, sound] = child.stdio;
  if (!out || !errorOutput || !sound) throw new Error('Liquidsoap must have pipes on all its outputs');
  let output = '';
  for (const pipe of [out, errorOutput]) {
    (pipe as Readable).on('data', (bytes: Buffer) => (output = `${output}${bytes.toString()}`.slice(-lastWords)));
  }
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It has already exited.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => {
      clearTimeout(timer);
      kill('SIGKILL');
      resolve(output.trim().split('\n').at(-1) ?? '');
    });
  });
  return {
    audio: sound as Readable,
    ended,
    stop() {
      kill('SIGTERM');
      timer ??= setTimeout(() => kill('SIGKILL'), patienceMs);
    },
  };
};
