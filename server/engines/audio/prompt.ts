import { rm } from 'node:fs/promises';
import { telephoneFilter, telephoneRate } from '#shared/telephone-sound.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { levelIn, samplesIn, why } from './ffmpeg-log.ts';
import { levelFilters, levellingFor } from './level.ts';
import type { AudioKind, RenderedPrompt } from './port.ts';
import { runFfmpeg, type FfmpegResult } from './run-ffmpeg.ts';

const bounds = { limitMs: 120_000, stallMs: 60_000, memoryBytes: 1024 ** 3 };
/** How a prompt that is cut fades out, seconds. */
const fadeS = 1;
/** A file that ends so soon after the cut was not cut, seconds. */
const toleranceS = 0.1;
/** Levelled like audio in stereo, to −16 LUFS: a line has one channel, and telephones are quiet. */
const loudness = { codec: 'aac', bitrate: 0, sample_rate: telephoneRate, channels: 2 } as const;

/**
 * Writes a welcome prompt as callers hear it: at most `maxSeconds`, through the chain of a telephone line, levelled to −16 LUFS, as µ-law
 * at 8 kHz without a header to `line` and as MP3 to `mp3`. Refuses with `media.notAudio`.
 */
export const renderPrompt = async (
  { path, kind, maxSeconds }: { path: string; kind: AudioKind; maxSeconds: number },
  out: { line: string; mp3: string },
): Promise<RenderedPrompt> => {
  const source = [
    ...['-protocol_whitelist', 'file', '-f', kind, '-threads', '1', '-i', `file:${path}`],
    ...['-map_metadata', '-1', '-map', '0:a:0', '-vn', '-sn', '-dn'],
  ];
  const chain = `aresample=${telephoneRate},aformat=channel_layouts=mono,${telephoneFilter}`;
  const count = 'astats=measure_perchannel=none:measure_overall=Number_of_samples';
  const measured = await run([
    ...[...source, '-t', String(maxSeconds + 1)],
    ...['-af', `${chain},${count},ebur128=peak=true:framelog=verbose`, '-f', 'null', '-'],
  ]);
  const heardS = samplesIn(measured) / telephoneRate;
  if (measured.code !== 0 || heardS === 0) return refuse('media.notAudio', { reason: why(measured) });
  const cut = heardS > maxSeconds + toleranceS;
  const measure = { durationMs: 0, loudness: levelIn(measured, 'I', -69), truePeak: levelIn(measured, 'Peak', -120) };
  const fade = cut ? [`afade=t=out:st=${maxSeconds - fadeS}:d=${fadeS}:curve=qsin`] : [];
  const filters = [chain, ...levelFilters(levellingFor({ ...measure, codec: '', bitrate: 0 }, loudness), loudness)];
  const rendered = await run([
    ...[...source, '-t', String(maxSeconds)],
    ...['-af', [...filters, ...fade, count].join(','), '-c:a', 'pcm_mulaw', '-f', 'mulaw', '-y', `file:${out.line}`],
  ]);
  if (rendered.code !== 0) return refuse('media.notAudio', { reason: why(rendered) });
  const line = ['-f', 'mulaw', '-ar', String(telephoneRate), '-ac', '1', '-i', `file:${out.line}`];
  const mp3 = ['-ar', '44100', '-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3', '-y', `file:${out.mp3}`];
  const copied = await run(['-protocol_whitelist', 'file', ...line, ...mp3]);
  if (copied.code === 0) return { ms: Math.round((samplesIn(rendered) * 1000) / telephoneRate), cut };
  await rm(out.line, { force: true });
  throw new Error(`Could not encode a prompt: ${copied.log.slice(-300)}`);
};

const run = async (args: string[]): Promise<FfmpegResult> => await runFfmpeg(args, bounds);
