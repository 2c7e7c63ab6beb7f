import type { Part, RenditionFormat } from './port.ts';

const rate = 44_100;
/** Fade that hides the click of a cut, s. */
const fade = 0.005;

/** The delivery format of an episode: 44.1 kHz, which every player supports; mono if its file is. */
export const episodeFormat = (channels: number): RenditionFormat =>
  channels === 1
    ? { codec: 'mp3', bitrate: 96_000, sample_rate: rate, channels: 1 }
    : { codec: 'mp3', bitrate: 128_000, sample_rate: rate, channels: 2 };

/**
 * The filter graph that renders an episode: resamples, cuts out `parts` sample-accurately and joins them, then applies
 * `filters`. Without parts the whole file is used.
 */
export const episodeGraph = (format: RenditionFormat, parts: Part[] | undefined, filters: string[]): string[] => {
  // Timestamps count samples instead of trusting the file, like the peaks on which the cuts were made.
  const whole = [
    'asetpts=N/SR/TB',
    `aresample=${format.sample_rate}:resampler=swr:filter_size=32`,
    `aformat=channel_layouts=${format.channels === 1 ? 'mono' : 'stereo'}`,
  ].join(',');
  const end = `${filters.join(',')}[out]`;
  if (!parts) return ['-filter_complex', `[0:a:0]${whole},${end}`, '-map', '[out]'];
  const spans = parts.map(({ from, to }) => ({ first: Math.round(from * rate), last: Math.round(to * rate) }));
  const groups = inGroups(spans);
  const cuts = groups.flatMap((group, g) => groupFilters(group, g, { last: g === groups.length - 1 }));
  const labels = groups.flatMap((group, g) => group.map((_span, i) => `[k${g}.${i}]`));
  const joined = `${labels.join('')}concat=n=${labels.length}:v=0:a=1,${end}`;
  const copies = groups.map((_group, g) => `[g${g}]`).join('');
  const graph = [`[0:a:0]${whole},asplit=${groups.length}${copies}`, ...cuts, joined].join(';');
  return ['-filter_complex', graph, '-map', '[out]'];
};

/** Samples `first` to `last`. */
type Span = { first: number; last: number };

/** Groups the spans, so that each frame passes all groups but the spans of one: about 30 filters instead of 200. */
const inGroups = (spans: Span[]): Span[][] => {
  const size = Math.ceil(Math.sqrt(spans.length));
  return Array.from({ length: Math.ceil(spans.length / size) }, (_none, i) => spans.slice(i * size, (i + 1) * size));
};

const groupFilters = (group: Span[], g: number, at: { last: boolean }): string[] => {
  const begin = group[0]!.first;
  const copies = group.map((_span, i) => `[s${g}.${i}]`).join('');
  return [
    `[g${g}]atrim=start_sample=${begin}:end_sample=${group.at(-1)!.last},asplit=${group.length}${copies}`,
    ...group.map(({ first, last }, i) => {
      const isFirst = g === 0 && i === 0;
      const isLast = at.last && i === group.length - 1;
      return `[s${g}.${i}]${cutFilter({ first: first - begin, last: last - begin }, !isFirst, !isLast)}[k${g}.${i}]`;
    }),
  ];
};

const cutFilter = ({ first, last }: Span, isAfterCut: boolean, isBeforeCut: boolean): string => {
  const length = (last - first) / rate;
  return [
    `atrim=start_sample=${first}:end_sample=${last}`,
    'asetpts=PTS-STARTPTS',
    ...(isAfterCut ? [`afade=t=in:d=${fade}`] : []),
    ...(isBeforeCut ? [`afade=t=out:st=${Math.max(0, length - fade).toFixed(6)}:d=${fade}`] : []),
  ].join(',');
};

/** Constant bit rate without bit reservoir: frames are independent, so that others can be inserted between any two. */
export const episodeEncoder = (format: RenditionFormat): string[] => [
  ...['-c:a', 'libmp3lame', '-b:a', String(format.bitrate), '-reservoir', '0', '-compression_level', '3'],
  ...['-write_xing', '1', '-id3v2_version', '0', '-write_id3v1', '0', '-f', 'mp3'],
];
