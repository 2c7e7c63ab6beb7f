import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Frame, FrameRun } from './frame.ts';
import { mpegBitrates, mpegHeader } from './mpeg.ts';

const aacRates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];
const aacMono = [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80];
const aacStereo = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];

export type Silence = {
  readonly frame: Frame;
  /** `count` silent frames in a row: a buffer shared by all callers, which must not write to it. */
  run(count: number): FrameRun;
};

const silences = new Map<string, Silence>();

/** Silence in a station's format, shared by all stations of that format; built by hand, so that it needs no encoder. */
export const silenceOf = (format: StreamFormat): Silence => {
  const { codec, sample_rate, channels, bitrate } = format;
  const key = `${codec} ${sample_rate} ${channels} ${bitrate}`;
  const silence = silences.get(key) ?? createSilence(codec === 'mp3' ? silentMp3(format) : silentAac(format));
  silences.set(key, silence);
  return silence;
};

const createSilence = (frame: Frame): Silence => {
  const runs: FrameRun[] = [];
  const bytes = frame.buffer.subarray(frame.start, frame.end);
  return {
    frame,
    run: (count) =>
      (runs[count] ??= {
        offsets: Array.from({ length: count }, (_, at) => at * bytes.length),
        data: Buffer.alloc(count * bytes.length, bytes),
      }),
  };
};

/** An MP3 frame with empty side information decodes to silence. */
const silentMp3 = (format: StreamFormat): Frame => {
  const index = [44100, 48000, 32000].findIndex(
    (rate) => format.sample_rate === rate || format.sample_rate * 2 === rate || format.sample_rate * 4 === rate,
  );
  const version = format.sample_rate >= 32000 ? 3 : format.sample_rate >= 16000 ? 2 : 0;
  const bitrates = mpegBitrates(version === 3);
  const nearest = bitrates.findLastIndex((bitrate) => bitrate <= format.bitrate);
  const buffer = Buffer.alloc(4 * 1024);
  buffer[0] = 0xff;
  buffer[1] = 0xe3 | (version << 3);
  buffer[2] = ((Math.max(nearest, 0) + 1) << 4) | (Math.max(index, 0) << 2);
  buffer[3] = format.channels === 1 ? 0xc4 : 0x04;
  const header = mpegHeader(buffer, 0)!;
  return { buffer, start: 0, end: header.length, samples: header.samples };
};

/** An AAC-LC frame with an empty spectrum, after an ADTS header. */
const silentAac = (format: StreamFormat): Frame => {
  const payload = format.channels === 1 ? aacMono : aacStereo;
  const length = 7 + payload.length;
  const rate = Math.max(aacRates.indexOf(format.sample_rate), 0);
  const buffer = Buffer.from([
    0xff,
    0xf1,
    0x40 | (rate << 2) | (format.channels >> 2),
    ((format.channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
    ...payload,
  ]);
  return { buffer, start: 0, end: length, samples: 1024 };
};
