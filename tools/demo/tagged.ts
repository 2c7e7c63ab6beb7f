import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Piece } from './music.ts';

/** Encodes a rendered piece as a tagged FLAC file. */
export const tagged = async (wav: Buffer, piece: Piece): Promise<Buffer> => {
  const tags = (['title', 'artist', 'album'] as const).flatMap((tag) => ['-metadata', `${tag}=${piece[tag]}`]);
  const args = ['-hide_banner', '-loglevel', 'error', '-f', 'wav', '-i', 'pipe:0', ...tags, '-f', 'flac', 'pipe:1'];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  ffmpeg.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  ffmpeg.stdin.end(wav);
  const [code] = (await once(ffmpeg, 'close')) as [number];
  if (code !== 0) throw new Error('ffmpeg could not tag the demo’s music.');
  return Buffer.concat(chunks);
};
