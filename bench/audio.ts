import { execFileSync, spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** Bytes per second at 128 kbit/s. */
export const bytesPerSecond = 16_000;
/** Seconds of audio that are searched for a tone; by their end the tone is certainly audible. */
export const toneWindow = 0.02;
const rate = 8000;
const windowMs = 2;
const windowSamples = (rate * windowMs) / 1000;

/** Writes a sine of `hertz` as a rendition that the Auto DJ plays unchanged. */
export const makeTone = (path: string, hertz: number, seconds: number): void => {
  const source = `sine=frequency=${hertz}:sample_rate=44100:duration=${seconds}`;
  const encode = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-reservoir', '0', '-write_xing', '0'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...encode, '-id3v2_version', '0', path]);
};

export type Capture = {
  /** Bytes of the body received so far. */
  received(): number;
  body(): Buffer;
  /** When byte `at` of the body arrived, in ms as `performance.now`. */
  arrival(at: number): number;
  startedAt: number;
  stop(): void;
};

/** Listens and records when each byte arrived. */
export const capture = (port: number, path: string): Capture => {
  const startedAt = performance.now();
  const socket: Socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\nUser-Agent: bench\r\n\r\n`);
  const chunks: Buffer[] = [];
  const marks: { upTo: number; at: number }[] = [];
  let length = 0;
  let head = -1;
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (head < 0) {
      const end = Buffer.concat(chunks).indexOf('\r\n\r\n');
      if (end < 0) return;
      head = end + 4;
    }
    marks.push({ upTo: length - head, at: performance.now() });
  });
  return {
    startedAt,
    received: () => Math.max(0, length - Math.max(0, head)),
    body: () => Buffer.concat(chunks).subarray(head),
    arrival: (at) => marks.find(({ upTo }) => upTo > at)?.at ?? Infinity,
    stop: () => socket.destroy(),
  };
};

export type DecodedAudio = {
  /** The offset, within the capture, of the frame that plays at a second. */
  byteAt(second: number): number;
  /** Seconds up to the first window, at or after `from`, in which `hertz` sounds; Infinity if never. */
  firstSound(hertz: number, from: number): number;
  /** The longest silence, in ms, between `from` and `to` seconds. */
  longestGapMs(from: number, to: number): number;
};

/** Decodes a capture, so that tests can ask which tone sounds when. */
export const decodeCapture = (mp3: Buffer): DecodedAudio => {
  const input = ['-v', 'quiet', '-f', 'mp3', '-i', 'pipe:0'];
  // A frame that the decoder drops is a gap too.
  const output = ['-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', `${rate}`, '-f', 's16le', 'pipe:1'];
  const { stdout } = spawnSync('ffmpeg', [...input, ...output], { input: mp3, maxBuffer: 1 << 28 });
  const frames = framesOf(mp3);
  const samples = new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
  const loud = loudness(samples);
  const typical = loud.toSorted((a, b) => a - b)[Math.floor(loud.length / 2)] ?? 1;
  return {
    byteAt: (second) => frames.findLast(({ from }) => from <= second)?.byte ?? 0,
    firstSound(hertz, from) {
      const span = rate * toneWindow;
      for (let at = Math.floor(from * rate); at + span <= samples.length; at += windowSamples)
        if (share(samples.subarray(at, at + span), hertz) > 0.5) return at / rate;
      return Infinity;
    },
    longestGapMs(from, to) {
      let longest = 0;
      let run = 0;
      const toWindow = (seconds: number): number => Math.floor((seconds * 1000) / windowMs);
      for (const value of loud.slice(Math.max(0, toWindow(from)), toWindow(to))) {
        run = value < typical * 0.1 ? run + windowMs : 0;
        longest = Math.max(longest, run);
      }
      return longest;
    },
  };
};

const framesOf = (mp3: Buffer): { from: number; byte: number }[] => {
  const args = ['-v', 'quiet', '-f', 'mp3', '-show_entries', 'packet=pts_time,pos', '-of', 'csv=p=0', '-i', 'pipe:0'];
  const { stdout } = spawnSync('ffprobe', args, { input: mp3, maxBuffer: 1 << 28, encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.split(',').map(Number));
  const begin = pairs[0]?.[0] ?? 0;
  return pairs.flatMap(([from = NaN, byte = NaN]) => (byte >= 0 ? [{ from: from - begin, byte }] : []));
};

const loudness = (samples: Int16Array): number[] =>
  Array.from({ length: Math.floor(samples.length / windowSamples) }, (_, index) => {
    let sum = 0;
    for (let at = index * windowSamples; at < (index + 1) * windowSamples; at++) sum += samples[at]! ** 2;
    return Math.sqrt(sum / windowSamples);
  });

/** The share of the energy of `samples` that is at `hertz` (Goertzel), 0 to 1. */
const share = (samples: Int16Array, hertz: number): number => {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [one, two, energy] = [0, 0, 1];
  for (const sample of samples) {
    [one, two] = [sample + coefficient * one - two, one];
    energy += sample ** 2;
  }
  return (one ** 2 + two ** 2 - coefficient * one * two) / ((energy * samples.length) / 2);
};
