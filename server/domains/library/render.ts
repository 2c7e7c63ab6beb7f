import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Measure, RenditionFormat } from '#server/engines/audio/port.ts';
import { audioFiles, refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import type { PrepareDeps } from './prepare.ts';
import type { TrackRow } from './library.repo.ts';

/** The progress in percent after each step: download, measurement, encoding. */
export const shares = { fetched: 10, measured: 30, rendered: 99 } as const;

/** Measures a track and stores a rendition in a station's format. */
export const renderTrack = async (
  deps: PrepareDeps,
  track: TrackRow,
  format: RenditionFormat,
  progress: (percent: number) => void,
) => {
  const { audio, storage } = deps;
  const path = await storage.localPath(track.original);
  const kind = await audio.identify(path);
  const measure: Measure = await audio.measure(path, kind, format.channels, {
    progress: (part) => progress(part * shares.measured),
  });
  const audible = await audio.audiblePart({ path, kind, measure }, format);
  const sound = { sound_from_ms: Math.round(audible.from * 1000), sound_to_ms: Math.round(audible.to * 1000) };
  const [from_ms, to_ms] = [track.starts_ms ?? sound.sound_from_ms, track.ends_ms ?? sound.sound_to_ms];
  const part = { from: from_ms / 1000, to: to_ms / 1000 };
  const { codec, bitrate, sample_rate, channels } = format;
  const name = `renditions/${track.key}-${codec}-${bitrate}-${sample_rate}-${channels}.${audioFiles[codec].ending}`;
  const { size, durationMs, sha256 } = await withWorkFile(deps, async (out) => {
    const rendered = await audio
      .render({ path, kind, measure, part }, format, out, {
        progress: (part) => progress(shares.measured + part * (shares.rendered - shares.measured)),
      })
      .catch(refuseIfDiskFull);
    const sha256 = await hashOf(out);
    await storage.putFile(name, out, audioFiles[codec].type).catch(refuseIfDiskFull);
    return { ...rendered, sha256 };
  });
  return {
    measure,
    sound,
    rendition: {
      track_key: track.key,
      ...{ codec, bitrate, sample_rate, channels },
      path: name,
      size,
      sha256,
      duration_ms: durationMs,
      from_ms,
      to_ms,
    },
  };
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
