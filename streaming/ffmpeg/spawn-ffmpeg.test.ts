import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { spawnFfmpeg } from './spawn-ffmpeg.ts';

const decoding = ['-v', 'error', '-f', 'mp3', '-i', 'pipe:0', '-f', 's16le', 'pipe:1'];

it('limits memory, files, time and priority of each ffmpeg, and hides our environment', async () => {
  process.env['SKYWAVE_SECRET'] = 'not for ffmpeg';
  const child = spawnFfmpeg('ffmpeg', decoding, {
    stdio: ['pipe', 'ignore', 'ignore'],
    niceness: 5,
    patienceMs: 60_000,
  });
  const pid = child.pid!;
  await expect.poll(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()).toBe('ffmpeg');
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  const limit = (name: string) => new RegExp(`^${name} +(\\S+) +(\\S+)`, 'm').exec(limits)?.slice(1);
  expect(limit('Max address space')).toEqual(['1073741824', '1073741824']);
  expect(limit('Max open files')).toEqual(['64', '64']);
  expect(limit('Max cpu time')).toEqual(['60', '60']);
  expect(limit('Max core file size')).toEqual(['0', '0']);
  expect(getPriority(pid)).toBe(getPriority() + 5);
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('SKYWAVE_SECRET');
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
});

it('ends one that exceeds its time limit', async () => {
  const child = spawnFfmpeg('ffmpeg', decoding, { stdio: ['pipe', 'ignore', 'ignore'], niceness: 0, patienceMs: 300 });
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
});

it('cannot exceed its memory limit', async () => {
  const picture = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=s=30000x30000,format=rgba64',
    '-frames:v',
    '1',
    '-f',
    'null',
    '-',
  ];
  const child = spawnFfmpeg('ffmpeg', picture, { stdio: 'ignore', niceness: 0, patienceMs: 60_000 });
  expect(await once(child, 'close')).not.toEqual([0, null]);
});
