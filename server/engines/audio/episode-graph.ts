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
  const copies = parts.map((_part, i) => `[s${i}]`).join('');
  const cut = parts.map((part, i) => `[s${i}]${cutOut(part, i > 0, i < parts.length - 1)}[k${i}]`);
  const joined = `${parts.map((_part, i) => `[k${i}]`).join('')}concat=n=${parts.length}:v=0:a=1,${end}`;
  return [
    '-filter_complex',
    [`[0:a:0]${whole},asplit=${parts.length}${copies}`, ...cut, joined].join(';'),
    '-map',
    '[out]',
  ];
};

const cutOut = ({ from, to }: Part, isBehindCut: boolean, isBeforeCut: boolean): string => {
  const [first, last] = [Math.round(from * rate), Math.round(to * rate)];
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
