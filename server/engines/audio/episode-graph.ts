import type { Part, RenditionFormat } from './port.ts';

const rate = 44_100;
/** What hides the click of a cut, s. */
const fade = 0.005;

/** What an episode is delivered in: 44.1 kHz, which every player takes, mono where its file is. */
export const episodeFormat = (channels: number): RenditionFormat =>
  channels === 1
    ? { codec: 'mp3', bitrate: 96_000, sample_rate: rate, channels: 1 }
    : { codec: 'mp3', bitrate: 128_000, sample_rate: rate, channels: 2 };

/**
 * The filters that make an episode's sound of a file's: resampled, the parts that are kept cut out to the sample and put
 * together, then what `behind` says. Without parts all of it is kept.
 */
export const episodeGraph = (format: RenditionFormat, parts: Part[] | undefined, behind: string[]): string[] => {
  // Counted by samples, not by what the file says of its times: as the peaks are that the cuts were seen on.
  const whole = [
    'asetpts=N/SR/TB',
    `aresample=${format.sample_rate}:resampler=swr:filter_size=32`,
    `aformat=channel_layouts=${format.channels === 1 ? 'mono' : 'stereo'}`,
  ].join(',');
  const end = `${behind.join(',')}[out]`;
  if (!parts) return ['-filter_complex', `[0:a:0]${whole},${end}`, '-map', '[out]'];
  const spans = parts.map(({ from, to }) => ({ first: Math.round(from * rate), last: Math.round(to * rate) }));
  const groups = inGroups(spans);
  const cut = groups.flatMap((group, g) => groupOf(group, g, { last: g === groups.length - 1 }));
  const pieces = groups.flatMap((group, g) => group.map((_span, i) => `[k${g}.${i}]`));
  const joined = `${pieces.join('')}concat=n=${pieces.length}:v=0:a=1,${end}`;
  const copies = groups.map((_group, g) => `[g${g}]`).join('');
  const graph = [`[0:a:0]${whole},asplit=${groups.length}${copies}`, ...cut, joined].join(';');
  return ['-filter_complex', graph, '-map', '[out]'];
};

/** Samples `first` to `last`. */
type Span = { first: number; last: number };

/** Every piece of sound passes the filters of all groups and of its own one: of 200 parts 30 instead of 200. */
const inGroups = (spans: Span[]): Span[][] => {
  const size = Math.ceil(Math.sqrt(spans.length));
  return Array.from({ length: Math.ceil(spans.length / size) }, (_none, i) => spans.slice(i * size, (i + 1) * size));
};

const groupOf = (group: Span[], g: number, at: { last: boolean }): string[] => {
  const begin = group[0]!.first;
  const copies = group.map((_span, i) => `[s${g}.${i}]`).join('');
  return [
    `[g${g}]atrim=start_sample=${begin}:end_sample=${group.at(-1)!.last},asplit=${group.length}${copies}`,
    ...group.map(({ first, last }, i) => {
      const isFirst = g === 0 && i === 0;
      const isLast = at.last && i === group.length - 1;
      return `[s${g}.${i}]${cutOut({ first: first - begin, last: last - begin }, !isFirst, !isLast)}[k${g}.${i}]`;
    }),
  ];
};

const cutOut = ({ first, last }: Span, isBehindCut: boolean, isBeforeCut: boolean): string => {
  const length = (last - first) / rate;
  return [
    `atrim=start_sample=${first}:end_sample=${last}`,
    'asetpts=PTS-STARTPTS',
    ...(isBehindCut ? [`afade=t=in:d=${fade}`] : []),
    ...(isBeforeCut ? [`afade=t=out:st=${Math.max(0, length - fade).toFixed(6)}:d=${fade}`] : []),
  ].join(',');
};

/** Constant bit rate; each frame holds its own sound alone, so that another can be put between any two of them. */
export const episodeEncoder = (format: RenditionFormat): string[] => [
  ...['-c:a', 'libmp3lame', '-b:a', String(format.bitrate), '-reservoir', '0', '-compression_level', '3'],
  ...['-write_xing', '1', '-id3v2_version', '0', '-write_id3v1', '0', '-f', 'mp3'],
];
