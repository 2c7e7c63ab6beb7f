import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { madeAudio } from '#shared/testing/made-audio.ts';

/** A real encoder (ffmpeg) that sends a tone to a mount, as a broadcaster's encoder does. */
export type Encoder = { stop(how: 'quit' | 'kill'): Promise<void>; stderr(): string };

const outputs = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'],
  aac: ['-c:a', 'aac', '-b:a', '96k', '-content_type', 'audio/aac', '-f', 'adts'],
  vorbis: ['-c:a', 'libvorbis', '-content_type', 'application/ogg', '-f', 'ogg'],
  opus: ['-c:a', 'libopus', '-content_type', 'application/ogg', '-f', 'ogg'],
  flac: ['-c:a', 'flac', '-content_type', 'application/ogg', '-f', 'ogg'],
} as const;

/** Goes live with a tone of `hz`; the encoder's `rate` and `channels` may differ from the station's format. */
export const goLive = (at: {
  url: string;
  hz: number;
  codec?: keyof typeof outputs;
  rate?: number;
  channels?: number;
}): Encoder => {
  const args = [
    ...['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi'],
    ...['-i', `sine=frequency=${at.hz}:sample_rate=${at.rate ?? 44_100}`],
    ...['-ac', String(at.channels ?? 2), ...outputs[at.codec ?? 'mp3'], at.url],
  ];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'pipe'] });
  const stderrChunks: string[] = [];
  ffmpeg.stderr.on('data', (chunk: Buffer) => stderrChunks.push(chunk.toString()));
  return {
    stderr: () => stderrChunks.join(''),
    stop: async (how) => {
      if (ffmpeg.exitCode !== null || ffmpeg.signalCode !== null) return;
      ffmpeg.kill(how === 'kill' ? 'SIGKILL' : 'SIGINT');
      await once(ffmpeg, 'exit');
    },
  };
};

/** Writes a tagged audio file with a tone. */
export const toneFile = async (
  path: string,
  tone: { hz: number; seconds: number; title: string; artist: string; album: string },
): Promise<string> => {
  const tags = ['title', 'artist', 'album'].flatMap((tag) => [
    '-metadata',
    `${tag}=${tone[tag as 'title' | 'artist' | 'album']}`,
  ]);
  const source = ['-f', 'lavfi', '-i', `sine=frequency=${tone.hz}:duration=${tone.seconds}:sample_rate=44100`];
  const args = ['-hide_banner', '-loglevel', 'error', '-y', ...source, '-ac', '2', ...tags, path];
  const made = madeAudio(args);
  if (made?.isThere) {
    await copyFile(made.path, path);
    return path;
  }
  const ffmpeg = spawn('ffmpeg', args, { stdio: 'ignore' });
  const [code] = (await once(ffmpeg, 'exit')) as [number];
  if (code !== 0) throw new Error(`ffmpeg could not make ${path}`);
  made?.keep(path);
  return path;
};
