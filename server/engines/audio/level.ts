import type { Measure, RenditionFormat } from './port.ts';

/** The loudness target of all stations, in LUFS: mono measures 3 dB lower for the same loudness. */
const target = { mono: -19, stereo: -16 };
/** Half a dB below the guaranteed −1 dBTP, as encoding moves peaks. */
const ceiling = -1.5;
/** Maximum gain, dB: near-silence raised further would only be noise. */
const maxGain = 24;
/** Maximum limiting, dB: more is audible, so such audio stays quieter than the target. */
const maxLimiting = 12;

/** LAME attenuates by this much (dB) up to the given bit rate (bit/s): measured, and part of its presets. */
const lameLoss = [
  { upTo: 160_000, db: 0.45 },
  { upTo: 192_000, db: 0.27 },
  { upTo: 224_000, db: 0.18 },
];

/** The encoder's attenuation in dB, to be compensated. */
const encoderLoss = (format: RenditionFormat): number =>
  format.codec === 'mp3' ? (lameLoss.find(({ upTo }) => format.bitrate <= upTo)?.db ?? 0) : 0;

/** The loudness target in LUFS. */
export const loudnessTarget = ({ channels }: Pick<RenditionFormat, 'channels'>): number =>
  channels === 1 ? target.mono : target.stereo;

/** The static gain (dB) towards the target that keeps the true peak below −1 dBTP; 0 for silence. */
export const gainFor = (measure: Measure, format: RenditionFormat): number => {
  if (measure.loudness === null) return 0;
  return Math.min(targetGain(measure, format), headroomOf(measure)) + encoderLoss(format);
};

/** How audio is levelled: `gain` (dB), and whether its peaks then exceed the ceiling and must be limited. */
export type Levelling = { gain: number; limited: boolean };

/** The gain to the target, not counting loudness lost to the limiter; 0 for silence. */
export const levellingFor = (measure: Measure, format: RenditionFormat): Levelling => {
  if (measure.loudness === null) return { gain: 0, limited: false };
  const [gain, headroom] = [targetGain(measure, format), headroomOf(measure)];
  return { gain: Math.min(gain, headroom + maxLimiting), limited: gain > headroom };
};

/**
 * The filters of a levelling. The limiter looks ahead and runs at four times the sample rate, so that it catches
 * inter-sample peaks. The encoder's attenuation is compensated after it.
 */
export const levelFilters = ({ gain, limited }: Levelling, format: RenditionFormat): string[] => {
  const volume = (db: number): string => `volume=${db.toFixed(2)}dB:precision=float`;
  if (!limited) return [volume(gain + encoderLoss(format))];
  const limit = 10 ** (ceiling / 20);
  return [
    volume(gain),
    `aresample=${4 * format.sample_rate}`,
    `alimiter=limit=${limit.toFixed(5)}:attack=5:release=80:level=0:latency=1`,
    `aresample=${format.sample_rate}`,
    volume(encoderLoss(format)),
  ];
};

/** The levelling after a try measured `loudness`: raised by what the limiter lost, within the maximum. */
export const raiseGain = (
  before: Levelling,
  loudness: number,
  measure: Measure,
  format: RenditionFormat,
): Levelling => ({
  ...before,
  gain: Math.min(before.gain + loudnessTarget(format) - loudness, headroomOf(measure) + maxLimiting, maxGain),
});

const targetGain = (measure: Measure, format: RenditionFormat): number =>
  Math.min(loudnessTarget(format) - (measure.loudness ?? 0), maxGain);

const headroomOf = ({ truePeak }: Measure): number => ceiling - (truePeak ?? ceiling);
