import type { Measure, RenditionFormat } from './port.ts';

/** What every station sounds like, in LUFS: mono is measured 3 dB lower for the same loudness. */
const target = { mono: -19, stereo: -16 };
/** Half a dB below the −1 dBTP that are promised: encoding itself moves peaks. */
const ceiling = -1.5;
/** Near-silence is not raised beyond this: it would be noise. */
const mostGain = 24;
/** Peaks are taken down by no more than this: beyond it a limiter is heard, and such a sound stays quieter. */
const mostLimiting = 12;

/** LAME turns everything down by this much (dB) below the given bitrate (bit/s): measured, and part of its presets. */
const lameLoss = [
  { upTo: 160_000, db: 0.45 },
  { upTo: 192_000, db: 0.27 },
  { upTo: 224_000, db: 0.18 },
];

/** What the encoder takes from the level, so that it can be given back. */
const encoderLoss = (format: RenditionFormat): number =>
  format.codec === 'mp3' ? (lameLoss.find(({ upTo }) => format.bitrate <= upTo)?.db ?? 0) : 0;

/** The loudness that sounds are brought to, in LUFS. */
export const targetOf = ({ channels }: Pick<RenditionFormat, 'channels'>): number =>
  channels === 1 ? target.mono : target.stereo;

/** The one static gain (dB) that brings a sound to its target without its true peak passing −1 dBTP; 0 for silence. */
export const gainFor = (measure: Measure, format: RenditionFormat): number => {
  if (measure.loudness === null) return 0;
  return Math.min(wantedGain(measure, format), roomOf(measure)) + encoderLoss(format);
};

/** How a sound is brought to its target: `gain` (dB), and whether its peaks then pass the ceiling and must be limited. */
export type Levelling = { gain: number; limited: boolean };

/** The gain to the target, before what a limiter takes of it; 0 for silence. */
export const levellingFor = (measure: Measure, format: RenditionFormat): Levelling => {
  if (measure.loudness === null) return { gain: 0, limited: false };
  const [wanted, room] = [wantedGain(measure, format), roomOf(measure)];
  return { gain: Math.min(wanted, room + mostLimiting), limited: wanted > room };
};

/**
 * The filters of a levelling. The limiter looks ahead and works at four times the rate, so that it sees the peaks between the
 * samples too. What the encoder takes is added behind it.
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

/** The gain after a try came out at `loudness`: more, as the limiter took some, and no further than it may. */
export const raised = (before: Levelling, loudness: number, measure: Measure, format: RenditionFormat): Levelling => ({
  ...before,
  gain: Math.min(before.gain + targetOf(format) - loudness, roomOf(measure) + mostLimiting, mostGain),
});

const wantedGain = (measure: Measure, format: RenditionFormat): number =>
  Math.min(targetOf(format) - (measure.loudness ?? 0), mostGain);

const roomOf = ({ truePeak }: Measure): number => ceiling - (truePeak ?? ceiling);
