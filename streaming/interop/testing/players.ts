import { chmodSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Container } from '#streaming/ingest/testing/audio.ts';
import { run, type Running } from './programs.ts';

/** A player's recording. */
export type Recording = { audio: Buffer; container: Container };

export type Playing = {
  running: Running;
  /** What it played, available after its end. */
  recording(): Recording;
};

export type PlayerCase = {
  name: string;
  programs: string[];
  /** Its user agent. */
  agent: RegExp;
  /** Which titles it prints; mpv's terminal omits a change now and then. */
  titles: 'all titles' | 'the first title' | 'none';
  /** Plays `url` and records into `folder`. */
  start(url: string, folder: string): Playing;
};

/** What decoders print about broken frames. */
export const decoderError = /header missing|invalid data|backstep|error while decoding|skipped \d+ bytes/i;

const read = (path: string, container: Container) => (): Recording => ({ audio: readFileSync(path), container });

/** Adds a header to SDL's raw output: 16 bits, stereo, 44.1 kHz. */
const withWavHeader = (samples: Buffer): Buffer => {
  const [rate, channels, bytes] = [44_100, 2, 2];
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * bytes, 28);
  header.writeUInt16LE(channels * bytes, 32);
  header.writeUInt16LE(8 * bytes, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
};

/** Every player tested; each records what it plays. */
export const players: PlayerCase[] = [
  {
    name: 'mpv',
    programs: ['mpv'],
    agent: /^(mpv|libmpv)/i,
    titles: 'the first title',
    start(url, folder) {
      const file = join(folder, 'mpv.wav');
      const args = ['--no-config', '--vid=no', '--ao=pcm', `--ao-pcm-file=${file}`, url];
      return { running: run('mpv', args), recording: read(file, 'wav') };
    },
  },
  {
    name: 'VLC',
    programs: ['cvlc'],
    agent: /^VLC/i,
    titles: 'all titles',
    start(url, folder) {
      const own = join(folder, 'vlc');
      mkdirSync(own);
      chmodSync(own, 0o777);
      const file = join(own, 'vlc.wav');
      const args = ['-vv', '--intf', 'dummy', '--aout', 'afile', '--audiofile-file', file, '--no-volume-save', url];
      return { running: run('cvlc', args, { asNobody: true, env: { HOME: own } }), recording: read(file, 'wav') };
    },
  },
  {
    name: 'mpg123',
    programs: ['mpg123'],
    agent: /^mpg123/i,
    titles: 'all titles',
    start(url, folder) {
      const file = join(folder, 'mpg123.wav');
      return { running: run('mpg123', ['-w', file, url]), recording: read(file, 'wav') };
    },
  },
  {
    name: 'MPlayer',
    programs: ['mplayer'],
    agent: /^MPlayer/i,
    titles: 'all titles',
    start(url, folder) {
      const file = join(folder, 'mplayer.wav');
      // Without a terminal it would look for keys without a pause: a whole core as long as it plays.
      const quiet = ['-noconfig', 'all', '-nolirc', '-noconsolecontrols'];
      const args = [...quiet, '-vo', 'null', '-ao', `pcm:file=${file}`, url];
      return { running: run('mplayer', args), recording: read(file, 'wav') };
    },
  },
  {
    name: 'ffplay',
    programs: ['ffplay'],
    agent: /^Lavf/,
    titles: 'all titles',
    start(url, folder) {
      const file = join(folder, 'ffplay.raw');
      const env = { SDL_AUDIODRIVER: 'disk', SDL_DISKAUDIOFILE: file, SDL_VIDEODRIVER: 'dummy' };
      const running = run('ffplay', ['-hide_banner', '-nodisp', '-nostats', '-loglevel', 'verbose', url], { env });
      return { running, recording: () => ({ audio: withWavHeader(readFileSync(file)), container: 'wav' }) };
    },
  },
  {
    name: 'ffmpeg',
    programs: ['ffmpeg'],
    agent: /^Lavf/,
    titles: 'all titles',
    start(url, folder) {
      const file = join(folder, 'ffmpeg.wav');
      const args = ['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'verbose', '-re', '-i', url, file];
      return { running: run('ffmpeg', args), recording: read(file, 'wav') };
    },
  },
  {
    name: 'GStreamer (souphttpsrc, icydemux)',
    programs: ['gst-launch-1.0'],
    agent: /GStreamer/i,
    titles: 'all titles',
    start(url, folder) {
      const file = join(folder, 'gstreamer.mp3');
      const args = ['-t', 'souphttpsrc', `location=${url}`, 'iradio-mode=true', '!', 'icydemux'];
      const running = run('gst-launch-1.0', [...args, '!', 'mpegaudioparse', '!', 'filesink', `location=${file}`]);
      return { running, recording: read(file, 'mp3') };
    },
  },
  {
    name: 'curl',
    programs: ['curl'],
    agent: /^curl/,
    titles: 'none',
    start(url, folder) {
      const file = join(folder, 'curl.mp3');
      return { running: run('curl', ['-sS', '-N', '-o', file, url]), recording: read(file, 'mp3') };
    },
  },
  {
    name: 'streamripper',
    programs: ['streamripper'],
    agent: /^(Streamripper|sr-)/i,
    titles: 'all titles',
    start(url, folder) {
      const own = join(folder, 'streamripper');
      mkdirSync(own);
      const running = run('streamripper', [
        url,
        '-d',
        own,
        '-s',
        '-a',
        'all',
        '-A',
        '-o',
        'always',
        '-u',
        'Streamripper',
      ]);
      const recording = (): Recording => {
        const [file] = readdirSync(own).filter((name) => name.endsWith('.mp3'));
        return { audio: readFileSync(join(own, file!)), container: 'mp3' };
      };
      return { running, recording };
    },
  },
];
