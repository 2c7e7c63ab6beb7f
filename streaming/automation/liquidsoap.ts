import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export type LiquidsoapOptions = {
  /** Where the program is. */
  program: string;
  desk: { url: string; token: string };
  mix_ms: number;
  level: boolean;
};

export type Liquidsoap = {
  /** WAV without an end. */
  readonly sound: Readable;
  /** Why it ended: its last words, where it had any. */
  readonly ended: Promise<string>;
  stop(): void;
};

const script = join(import.meta.dirname, 'automation.liq');
const patienceMs = 5000;
const lastWords = 500;

/** One Liquidsoap with the static script: all it knows of the station is what its environment and the desk say. */
export function startLiquidsoap({ program, desk, mix_ms, level }: LiquidsoapOptions): Liquidsoap {
  const child = spawn(program, [script], {
    cwd: '/',
    // A group of its own, so that what it has started ends with it.
    detached: true,
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      DESK_URL: desk.url,
      DESK_TOKEN: desk.token,
      MIX_SECONDS: (mix_ms / 1000).toFixed(3),
      LEVEL: level ? 'on' : 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, out, complaints, sound] = child.stdio;
  if (!out || !complaints || !sound) throw new Error('Liquidsoap has pipes on all its ends');
  let said = '';
  for (const pipe of [out, complaints]) {
    (pipe as Readable).on('data', (bytes: Buffer) => (said = `${said}${bytes.toString()}`.slice(-lastWords)));
  }
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It has gone already.
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => {
      clearTimeout(timer);
      kill('SIGKILL');
      resolve(said.trim().split('\n').at(-1) ?? '');
    });
  });
  return {
    sound: sound as Readable,
    ended,
    stop() {
      kill('SIGTERM');
      timer ??= setTimeout(() => kill('SIGKILL'), patienceMs);
    },
  };
}
