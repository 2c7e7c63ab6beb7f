import type { StationHead } from '#streaming/bus/batch.ts';

/** The formats in which a station's listeners may need spots. */
export const formatsOf = ({ format, outputs }: StationHead): StationHead['format'][] => [
  format,
  ...(outputs?.aac ? [{ ...format, codec: 'aac' as const }] : []),
  ...(outputs?.low_bitrate ? [{ ...format, bitrate: outputs.low_bitrate }] : []),
];
