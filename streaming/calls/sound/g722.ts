import { spawnFfmpeg } from '#streaming/ffmpeg/spawn-ffmpeg.ts';
import type { Codec } from '../sip/sdp.ts';
import { packetSamples, silence } from './g711.ts';

/** ffmpeg's output of G.722: 64 kbit/s without a container, a packet of 160 bytes at a time. */
export const g722Output = ['-ar', '16000', '-c:a', 'g722', '-f', 'g722'] as const;

const patienceMs = 10_000;

/** 20 ms of silence of any codec. G.722 adapts to what it decodes: this byte brings it to rest, at about −50 dB or less. */
export const silenceOf = (codec: Codec): Buffer => (codec === 'g722' ? wideSilence : silence[codec]);
const wideSilence = Buffer.alloc(packetSamples, 0xfe);

/** µ-law of 8000 Hz as G.722 of the same length, by ffmpeg. */
export const encodeG722 = async (ffmpeg: string, muLaw: Buffer): Promise<Buffer> => {
  const child = spawnFfmpeg(
    ffmpeg,
    [
      ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'pipe'],
      ...['-f', 'mulaw', '-ar', '8000', '-ac', '1', '-i', 'pipe:0', ...g722Output, 'pipe:1'],
    ],
    { stdio: ['pipe', 'pipe', 'ignore'], niceness: 0, patienceMs },
  );
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('an encoder has pipes on both ends');
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });
  stdin.on('error', () => undefined);
  stdin.end(muLaw);
  const chunks: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await ended;
  const encoded = Buffer.concat(chunks).subarray(0, muLaw.length);
  return Buffer.concat([encoded, Buffer.alloc(muLaw.length - encoded.length, wideSilence[0])]);
};
