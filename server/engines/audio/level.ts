import type { Measure, RenditionFormat } from './port.ts';

/** What every station sounds like, in LUFS: mono is measured 3 dB lower for the same loudness. */
const target = { mono: -19, stereo: -16 };
/** Half a dB below the −1 dBTP that are promised: encoding itself moves peaks. */
const ceiling = -1.5;
/** Near-silence is not raised beyond this: it would be noise. */
const mostGain = 24;

/** LAME turns everything down by this much (dB) below the given bitrate (bit/s): measured, and part of its presets. */
const lameLoss = [
  { upTo: 160_000, db: 0.45 },
  { upTo: 192_000, db: 0.27 },
  { upTo: 224_000, db: 0.18 },
];

/** What the encoder takes from the level, so that it can be given back. */
const encoderLoss = (format: RenditionFormat): number =>
  format.codec === 'mp3' ? (lameLoss.find(({ upTo }) => format.bitrate <= upTo)?.db ?? 0) : 0;

/** The one static gain (dB) that brings a sound to its target without its true peak passing −1 dBTP; 0 for silence. */
export const gainFor = (measure: Measure, format: RenditionFormat): number => {
  if (measure.loudness === null) return 0;
  const wanted = (format.channels === 1 ? target.mono : target.stereo) - measure.loudness;
  const room = ceiling - (measure.truePeak ?? ceiling);
  return Math.min(wanted, room, mostGain) + encoderLoss(format);
};
