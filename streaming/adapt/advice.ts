import type { StreamFormat } from '#contract/engine.ts';
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

/** Which setting of the encoder would let its sound out as it is; `louder` is its bit rate where that is what is too much. */
export function advise(input: Omit<InputFormat, 'demuxer'>, target: StreamFormat, louder?: number): string {
  if (louder !== undefined) {
    const [sends, takes] = [kilobits(louder), kilobits(target.bitrate)];
    return `The encoder sends ${sends}, which is converted here. Set it to ${takes}, and its sound goes out as it is.`;
  }
  const sent = [names[input.codec], ...layout(input)].join(', ');
  const wanted = [names[target.codec], ...layout(target)].join(', ');
  return `The encoder sends ${sent}, which is converted here. Set it to ${wanted}, and its sound goes out as it is.`;
}

function layout(format: { sample_rate: number; channels: number }): string[] {
  if (format.sample_rate === 0) return [];
  const channels = ['', 'mono', 'stereo'][format.channels] ?? `${format.channels} channels`;
  return [`${format.sample_rate} Hz`, channels];
}

function kilobits(bitrate: number): string {
  return `${Math.round(bitrate / 1000)} kbit/s`;
}
