import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Insertable } from 'kysely';
import { fillText, type Wording } from '#contract/rules/brand.ts';
import { errors } from '#contract/texts/errors.ts';
import { limits } from '#contract/rules/limits.ts';
import type { AudioEngine, Measure, RenditionFormat } from '#server/engines/audio/port.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import { Refusal } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { audioFiles, refuseIfDiskFull } from '#server/platform/audio-files.ts';
import { withWorkFile } from '#server/platform/work-files.ts';
import { announcePlan } from '../campaigns.events.ts';
import type { AdCreativesTable, AdRenditionsTable } from '../campaigns.tables.ts';
import { endToleranceMs } from './accept-audio.ts';
import * as repo from './creatives.repo.ts';

export type RenderDeps = Pick<Kernel, 'db' | 'storage' | 'config' | 'events' | 'log'> & { audio: AudioEngine };

/** Every creative has this one, which browsers play. */
export const previewFormat: RenditionFormat = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 };

/**
 * Prepares a creative: at most 30 s of its file, levelled to −16 LUFS (mono −19), in every stream format in which it may
 * play and does not exist yet. It is ready once all of them exist, and replaces the former audio of its campaigns in the
 * same transaction. A file that can't be decoded makes it fail, with the reason. Safe to interrupt and to run again.
 */
export const renderCreative = async (deps: RenderDeps, id: string): Promise<void> =>
  await runExclusive(deps, `creative ${id}`, async () => {
    const row = await repo.findCreative(deps.db, id);
    if (!row || row.original === null || row.state === 'failed') return;
    const missing = await missingFormats(deps, row);
    if (row.state === 'ready' && missing.length === 0) return;
    try {
      await renderAll(deps, row, row.original, missing);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'media.storageFull') throw error;
      if (row.state === 'preparing') await failCreative(deps, id, error);
      else deps.log.error({ err: error, creative: id }, 'could not render a spot in a new format');
    }
  });

/** Ends the preparation of a creative with a reason for the user. */
export const failCreative = async (deps: Pick<Kernel, 'db'>, id: string, reason: Refusal): Promise<void> => {
  const error = fillText(errors[reason.code][2], {} as Wording, reason.details);
  await repo.updateCreative(deps.db, id, { state: 'failed', error });
};

const missingFormats = async ({ db }: RenderDeps, row: repo.CreativeRow): Promise<RenditionFormat[]> => {
  const [existing, wanted] = await Promise.all([repo.renditionsOf(db, row.id), repo.formatsFor(db, row)]);
  const done = new Set(existing.map(nameOf));
  const byName = new Map([previewFormat, ...wanted].map((format) => [nameOf(format), format]));
  return [...byName].filter(([name]) => !done.has(name)).map(([, format]) => format);
};

const nameOf = ({ codec, bitrate, sample_rate, channels }: RenditionFormat): string =>
  `${codec}-${String(bitrate)}-${String(sample_rate)}-${String(channels)}`;

const renderAll = async (
  deps: RenderDeps,
  row: repo.CreativeRow,
  original: string,
  missing: readonly RenditionFormat[],
): Promise<void> => {
  const { audio, storage } = deps;
  const path = await storage.localPath(original);
  const kind = await audio.identify(path);
  const { durationMs: original_ms } = await audio.measure(path, kind, 2);
  const maxMs = limits.adAudioMaxS * 1000;
  const from = Math.min(row.cut_from_ms, Math.max(0, original_ms - 1000));
  const to = Math.min(original_ms, from + maxMs);
  const part = { from: from / 1000, to: to / 1000, isCut: to < original_ms - endToleranceMs };
  await withWorkFile(deps, async (cut) => {
    await audio.cutSpot(path, kind, part, cut);
    const measure = await audio.measure(cut, 'wav', 2);
    for (const format of missing) {
      const rendition = await renderOne(deps, row.id, { path: cut, measure }, format);
      await save(deps, row.id, undefined, rendition);
    }
    const levelled = await measureRendition(deps, row.id);
    const values = { duration_ms: to - from, original_ms, cut_from_ms: from, ...levelled };
    await save(deps, row.id, { ...values, state: 'ready', error: '' });
  });
};

const renderOne = async (
  deps: RenderDeps,
  id: string,
  source: { path: string; measure: Measure },
  format: RenditionFormat,
): Promise<Insertable<AdRenditionsTable>> =>
  await withWorkFile(deps, async (out) => {
    const { codec, bitrate, sample_rate, channels } = format;
    const measure = channels === 1 ? await deps.audio.measure(source.path, 'wav', channels) : source.measure;
    const { size, frames } = await deps.audio
      .render({ path: source.path, kind: 'wav', measure }, format, out)
      .catch(refuseIfDiskFull);
    const hash = createHash('sha256');
    await pipeline(createReadStream(out), hash);
    // Like those of tracks: cached copies stay, as the engine may play them at any time.
    const path = `renditions/spot-${id}-${nameOf(format)}.${audioFiles[codec].ending}`;
    await deps.storage.putFile(path, out, audioFiles[codec].type).catch(refuseIfDiskFull);
    return {
      ...{ creative_id: id, codec, bitrate, sample_rate, channels, path, bytes: size, frames },
      duration_us: Math.round((frames * samplesPerFrame[codec] * 1e6) / sample_rate),
      sha256: hash.digest('hex'),
    };
  });

const samplesPerFrame = { mp3: 1152, aac: 1024 } as const;

/** What is really played: the loudness and true peak of the preview. */
const measureRendition = async (
  { db, audio, storage }: RenderDeps,
  id: string,
): Promise<{ loudness: number | null; true_peak: number | null }> => {
  const preview = (await repo.renditionsOf(db, id)).find((one) => nameOf(one) === nameOf(previewFormat));
  if (!preview) return { loudness: null, true_peak: null };
  const { loudness, truePeak } = await audio.measure(await storage.localPath(preview.path), 'mp3', 2);
  return { loudness, true_peak: truePeak };
};

/** Saves a rendition, or the end of the preparation; removes the files of a creative that is gone. */
const save = async (
  deps: RenderDeps,
  id: string,
  values: Partial<Insertable<AdCreativesTable>> | undefined,
  rendition?: Insertable<AdRenditionsTable>,
): Promise<void> => {
  const exists = await deps.db.transaction().execute(async (tx) => {
    if (!(await repo.updateCreative(tx, id, values ?? { id }))) return false;
    if (rendition) await repo.saveRendition(tx, rendition);
    if (values) {
      await repo.playCreative(tx, id);
      await announcePlan(deps.events, tx);
    }
    return true;
  });
  if (exists) return;
  if (rendition) await deps.storage.remove(rendition.path);
  throw new Refusal('campaign.noAudio', {}, {});
};
