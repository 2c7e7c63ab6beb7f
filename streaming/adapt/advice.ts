import type { StreamFormat } from '#contract/engine/engine.ts';
import type { InputFormat } from './input-format.ts';

const names: Record<InputFormat['codec'], string> = {
  mp3: 'MP3',
  aac: 'AAC',
  vorbis: 'Ogg Vorbis',
  opus: 'Opus',
  flac: 'FLAC',
  wav: 'WAV',
  webm: 'WebM',
  ogg: 'Ogg',
};

/**
 * Says which encoder setting would avoid conversion; `louder` is the encoder's bit rate where that alone exceeds the
 * station's.
 */
export const advise = (input: Omit<InputFormat, 'demuxer'>, target: StreamFormat, tooHigh?: number): string => {
  if (tooHigh !== undefined) {
    const [sends, takes] = [kilobits(tooHigh), kilobits(target.bitrate)];
    return `The encoder sends ${sends}, which is converted. Set it to ${takes} to avoid conversion.`;
  }
  const sent = [names[input.codec], ...layout(input)].join(', ');
  const wanted = [names[target.codec], ...layout(target)].join(', ');
  return `The encoder sends ${sent}, which is converted. Set it to ${wanted} to avoid conversion.`;
};

const layout = (format: { sample_rate: number; channels: number }): string[] => {
  if (format.sample_rate === 0) return [];
  const channels = ['', 'mono', 'stereo'][format.channels] ?? `${format.channels} channels`;
  return [`${format.sample_rate} Hz`, channels];
};

const kilobits = (bitrate: number): string => `${Math.round(bitrate / 1000)} kbit/s`;
