import { rm, stat } from 'node:fs/promises';
import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { audioHash, extractPicture } from './extract.ts';
import { copyFrames } from './copy-frames.ts';
import { cutFrames } from './cut-frames.ts';
import { episodeEncoder, episodeGraph, episodeFormat } from './episode-graph.ts';
import { levelIn, samplesIn, why } from './ffmpeg-log.ts';
import { samplesPerFrame } from './frames.ts';
import { tagEpisode } from './id3.ts';
import { identify } from './identify.ts';
import { concatAudio } from './concat-audio.ts';
import { findSilence, audibleRange } from './cue-points.ts';
import { gainFor, levelFilters, levellingFor, raiseGain, loudnessTarget, type Levelling } from './level.ts';
import { gatherPeaks } from './peaks.ts';
import { renderPrompt } from './prompt.ts';
import type { AudioEngine, AudioKind, EpisodeEdit, Measure, Part, RenditionFormat, Survey, Watch } from './port.ts';
import { hasProgram, runFfmpeg, type FfmpegResult } from './run-ffmpeg.ts';
import { readTags } from './tags.ts';

const bounds = { limitMs: 2 * 3600_000, stallMs: 120_000, memoryBytes: 2 * 1024 ** 3 };
/** Encoder plus decoder delay: the position of the source's first sample in the decoded audio, in samples. */
const delay = { mp3: 1105, aac: 1024 } as const;
/** Maximum padding to fill the last frame, in seconds; more would be audible as a gap, so the rest is cut instead. */
const maxPadS = 0.003;
/** Padding after the end, so that the encoder flushes every frame with some of the source. */
const tailSamples = 8192;

/** The audio engine on ffmpeg and music-metadata; refuses audio longer than `maxSeconds`. */
export const ffmpegAudio = (maxSeconds: number = limits.uploadMaxS): AudioEngine => ({
  available: () => Promise.resolve(hasProgram('ffmpeg', '-version')),
  identify,
  tags: readTags,
  audioHash: audioHash,
  extractPicture: extractPicture,
  measure: (path, kind, channels, watch) => measure(path, kind, channels, maxSeconds, watch),
  audiblePart,
  render,
  cutSpot,
  concat: concatAudio,
  survey: (path, kind, watch) => survey(path, kind, maxSeconds, watch),
  renderEpisode,
  copyFrames,
  tagEpisode,
  renderPrompt,
});

/** The input of every run: one local file with a forced format; ffmpeg opens nothing else. */
const source = (path: string, kind: AudioKind): string[] => [
  ...['-protocol_whitelist', 'file', '-f', kind, '-threads', '1', '-i', `file:${path}`],
  ...['-map_metadata', '-1', '-map_chapters', '-1'],
];
const input = (path: string, kind: AudioKind): string[] => [
  ...source(path, kind),
  ...['-map', '0:a:0', '-vn', '-sn', '-dn'],
];

const layout = (channels: number) => `aformat=channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`;

const measure = async (
  path: string,
  kind: AudioKind,
  channels: number,
  maxSeconds: number,
  watch: Watch = {},
): Promise<Measure> => {
  const counter = `astats=measure_perchannel=none:measure_overall=Number_of_samples,${layout(channels)}`;
  const filter = `${counter},ebur128=peak=true:framelog=verbose`;
  const readS = maxSeconds + 1;
  const finished = await run(
    [...input(path, kind), '-t', String(readS), '-af', filter, '-f', 'null', '-'],
    readS * 1e6,
    watch,
  );
  const durationMs = decodedMs(finished);
  if (finished.code !== 0 || durationMs < 1) return refuse('media.notAudio', { reason: why(finished) });
  if (durationMs > maxSeconds * 1000) return refuse('media.tooLong', { max: inWords(maxSeconds) });
  return {
    durationMs,
    loudness: levelIn(finished, 'I', -69),
    truePeak: levelIn(finished, 'Peak', -120),
    ...(await codecOf(finished, path, durationMs)),
  };
};

/** Peaks are computed from mono PCM at this rate. */
const waveform = { rate: 8000, perSecond: 20 };

const survey = async (path: string, kind: AudioKind, maxSeconds: number, watch: Watch = {}): Promise<Survey> => {
  const readS = maxSeconds + 1;
  const peaks = gatherPeaks(waveform.rate / waveform.perSecond);
  const count = 'astats=measure_perchannel=none:measure_overall=Number_of_samples';
  const pcm = `aresample=${waveform.rate},aformat=sample_fmts=s16:channel_layouts=mono`;
  const finished = await run(
    [...input(path, kind), '-t', String(readS), '-af', `${count},${pcm}`, '-f', 's16le', 'pipe:3'],
    readS * 1e6,
    watch,
    peaks.add,
  );
  const durationMs = decodedMs(finished);
  if (finished.code !== 0 || durationMs < 1) return refuse('media.notAudio', { reason: why(finished) });
  if (durationMs > maxSeconds * 1000) return refuse('media.tooLong', { max: inWords(maxSeconds) });
  const { pairs, merged } = peaks.end();
  const [, layout = ''] = /Stream #0:\d+.*?Audio:.*? Hz, ([^,\n]+)/.exec(finished.log) ?? [];
  const isMono = /^(mono|1 channels)/.test(layout);
  return { durationMs, channels: isMono ? 1 : 2, peaks: pairs, perSecond: waveform.perSecond / merged };
};

const renderEpisode = async (
  { path, kind, channels, durationMs }: { path: string; kind: AudioKind; channels: number; durationMs: number },
  edit: EpisodeEdit,
  out: string,
  watch: Watch = {},
): Promise<{ durationMs: number }> => {
  const format = episodeFormat(channels);
  const wholeUs = (edit.parts?.reduce((sum, { from, to }) => sum + to - from, 0) ?? durationMs / 1000) * 1e6;
  const measuringShare = 0.3;
  const gain = edit.level
    ? await gainOf(path, kind, edit, format, wholeUs, {
        ...watch,
        progress: (part) => watch.progress?.(part * measuringShare),
      })
    : 0;
  const graph = episodeGraph(format, edit.parts, [
    `volume=${gain.toFixed(2)}dB:precision=float`,
    'astats=measure_perchannel=none:measure_overall=Number_of_samples',
  ]);
  const before = edit.level ? measuringShare : 0;
  const finished = await run(
    [...source(path, kind), ...graph, '-t', String(limits.uploadMaxS), ...episodeEncoder(format), '-y', `file:${out}`],
    wholeUs,
    { ...watch, progress: (part) => watch.progress?.(before + part * (1 - before)) },
  );
  const samples = samplesIn(finished);
  if (finished.code !== 0 || samples === 0) return refuse('media.notAudio', { reason: why(finished) });
  return { durationMs: Math.round((samples * 1000) / format.sample_rate) };
};

const gainOf = async (
  path: string,
  kind: AudioKind,
  { parts }: EpisodeEdit,
  format: RenditionFormat,
  wholeUs: number,
  watch: Watch,
): Promise<number> => {
  const graph = episodeGraph(format, parts, ['ebur128=peak=true:framelog=verbose']);
  const finished = await run([...source(path, kind), ...graph, '-f', 'null', '-'], wholeUs, watch);
  if (finished.code !== 0) return refuse('media.notAudio', { reason: why(finished) });
  const [loudness, truePeak] = [levelIn(finished, 'I', -69), levelIn(finished, 'Peak', -120)];
  return gainFor({ durationMs: 0, loudness, truePeak, codec: '', bitrate: 0 }, format);
};

const audiblePart: AudioEngine['audiblePart'] = async ({ path, kind, measure }, format, watch = {}) => {
  const whole = { from: 0, to: measure.durationMs / 1000 };
  if (measure.loudness === null) return whole;
  const { gain } = levellingFor(measure, format);
  const args = [...input(path, kind), '-t', String(limits.uploadMaxS), '-af', findSilence(gain), '-f', 'null', '-'];
  const finished = await run(args, measure.durationMs * 1000, watch);
  return finished.code === 0 ? audibleRange(finished.log, whole.to) : whole;
};

const maxTries = 4;
/** Loudness within this distance of the target is accepted, LU. */
const toleranceLu = 0.2;

/** Re-measures limited audio until it reaches its target, as the limiter's loss is not known in advance. */
const levellingOf = async (
  { path, kind, measure }: { path: string; kind: AudioKind; measure: Measure },
  format: RenditionFormat,
  watch: Watch,
): Promise<Levelling> => {
  let levelling = levellingFor(measure, format);
  for (let tries = 1; levelling.limited && tries <= maxTries; tries++) {
    const filters = [`aresample=${format.sample_rate}`, layout(format.channels), ...levelFilters(levelling, format)];
    const graph = [...filters, 'ebur128=framelog=verbose'].join(',');
    const args = [...input(path, kind), '-t', String(limits.uploadMaxS), '-af', graph, '-f', 'null', '-'];
    const finished = await run(args, measure.durationMs * 1000, watch);
    const loudness = finished.code === 0 ? levelIn(finished, 'I', -69) : null;
    if (loudness === null || Math.abs(loudnessTarget(format) - loudness) < toleranceLu) break;
    const next = raiseGain(levelling, loudness, measure, format);
    if (next.gain === levelling.gain) break;
    levelling = next;
  }
  return levelling;
};

const inWords = (seconds: number): string => (seconds < 3600 ? `${seconds} seconds` : `${seconds / 3600} hours`);

const render = async (
  source: { path: string; kind: AudioKind; measure: Measure; part?: Part },
  format: RenditionFormat,
  out: string,
  watch: Watch = {},
) => {
  const frame = samplesPerFrame[format.codec];
  const lead = (frame - (delay[format.codec] % frame)) % frame;
  const raw = `${out}.raw`;
  const filter = [
    ...(source.part ? [`atrim=start=${source.part.from}:end=${source.part.to}`, 'asetpts=PTS-STARTPTS'] : []),
    `aresample=${format.sample_rate}:resampler=swr:filter_size=32`,
    layout(format.channels),
    ...levelFilters(await levellingOf(source, format, { ...(watch.signal && { signal: watch.signal }) }), format),
    'astats=measure_perchannel=none:measure_overall=Number_of_samples',
    ...(lead > 0 ? [`adelay=delays=${lead}S:all=1`] : []),
    `apad=pad_len=${tailSamples}`,
  ].join(',');
  try {
    const finished = await run(
      [
        ...input(source.path, source.kind),
        '-t',
        String(limits.uploadMaxS),
        '-af',
        filter,
        ...encoder(format),
        '-y',
        `file:${raw}`,
      ],
      source.measure.durationMs * 1000,
      watch,
    );
    const samples = samplesIn(finished);
    if (finished.code !== 0 || samples === 0) return refuse('media.notAudio', { reason: why(finished) });
    const frameCount = Math.max(1, Math.floor((samples + maxPadS * format.sample_rate) / frame));
    const cut = await cutFrames(raw, out, format.codec, (lead + delay[format.codec]) / frame, frameCount);
    return { ...cut, durationMs: Math.round((cut.frames * frame * 1000) / format.sample_rate) };
  } finally {
    await rm(raw, { force: true });
  }
};

/** How a spot that is cut fades out, seconds. */
const spotFadeS = 1.5;

const cutSpot: AudioEngine['cutSpot'] = async (path, kind, { from, to, isCut }, out, watch = {}) => {
  const fadeAt = Math.max(0, to - from - spotFadeS).toFixed(3);
  const filter = [
    `atrim=start=${String(from)}:end=${String(to)}`,
    'asetpts=PTS-STARTPTS',
    'aresample=48000:resampler=swr:filter_size=32',
    layout(2),
    ...(isCut ? [`afade=t=out:st=${fadeAt}:d=${String(spotFadeS)}:curve=qsin`] : []),
    'astats=measure_perchannel=none:measure_overall=Number_of_samples',
  ].join(',');
  const args = [...input(path, kind), '-t', String(to + 1), '-af', filter, '-c:a', 'pcm_f32le', '-f', 'wav'];
  const finished = await run([...args, '-y', `file:${out}`], to * 1e6, watch);
  if (finished.code !== 0 || samplesIn(finished) === 0) refuse('media.notAudio', { reason: why(finished) });
};

const encoder = (format: RenditionFormat): string[] =>
  format.codec === 'mp3'
    ? [
        ...['-c:a', 'libmp3lame', '-b:a', String(format.bitrate), '-reservoir', '0', '-compression_level', '2'],
        ...['-write_xing', '0', '-id3v2_version', '0', '-write_id3v1', '0', '-f', 'mp3'],
      ]
    : ['-c:a', 'aac', '-b:a', String(format.bitrate), '-f', 'adts'];

const run = async (
  args: string[],
  wholeUs: number,
  watch: Watch,
  onPcm?: (bytes: Buffer) => void,
): Promise<FfmpegResult> => {
  if (!hasProgram('ffmpeg', '-version')) return refuse('media.encoderMissing');
  const progress = (us: number) => watch.progress?.(Math.min(1, us / Math.max(1, wholeUs)));
  const { signal } = watch;
  return runFfmpeg(args, bounds, { progress, ...(signal && { signal }), ...(onPcm && { onPcm }) });
};

const decodedMs = (finished: FfmpegResult): number => {
  const rate = Number(/Stream #0:\d+.*?Audio:.*?(\d+) Hz/.exec(finished.log)?.[1] ?? 0);
  return rate > 0 ? Math.round((samplesIn(finished) * 1000) / rate) : 0;
};

/** Codec and bit rate of the file; a bit rate that is not declared is computed from its size. */
const codecOf = async (
  finished: FfmpegResult,
  path: string,
  durationMs: number,
): Promise<Pick<Measure, 'codec' | 'bitrate'>> => {
  const [, codec = '', rest = ''] = /Stream #0:\d+.*?Audio: (\w+)(.*)/.exec(finished.log) ?? [];
  const declared = /(\d+) kb\/s/.exec(rest)?.[1];
  const bitrate = declared ? Number(declared) * 1000 : ((await stat(path)).size * 8000) / durationMs;
  return { codec, bitrate: Math.round(bitrate) };
};
