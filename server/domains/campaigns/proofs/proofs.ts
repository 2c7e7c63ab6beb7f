import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CampaignProof } from '#contract/api/campaign-forecast.ts';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import { minuteMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { audioFiles } from '#server/platform/audio-files.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { reportedCampaign } from '../reports/reports.repo.ts';
import * as repo from './proofs.repo.ts';

type Of = { id: AccountKey; cid: CampaignKey };
type Signed = { id: string; campaign_key: CampaignKey | null; at: Date; sha256: string };

/** The recordings of a campaign in a period, by default its whole one. Refuses with `campaign.notFound`. */
export const proofsOf = async (
  { db }: Pick<Kernel, 'db'>,
  { id, cid }: Of,
  period: { from?: string | undefined; to?: string | undefined },
): Promise<CampaignProof[]> => {
  const row = (await reportedCampaign(db, id, cid)) ?? refuse('campaign.notFound');
  const zone = knownZone(row.timezone);
  const start = startOfDay(zone, period.from ?? row.start_date);
  const end = startOfDay(zone, nextDate(period.to ?? row.end_date));
  return (await repo.findProofs(db, cid, { start, end })).map((one) => ({
    ...{ id: one.id, at: one.at.toISOString(), station: one.station_key, stationName: one.station_name ?? '' },
    ...{ audio: one.creative_id, seconds: one.length_ms / 1000, from: one.from_ms / 1000, to: one.to_ms / 1000 },
    ...{ bytes: one.bytes, sha256: one.sha256, signature: one.signature },
  }));
};

/** The audio of a recording. Refuses with `campaign.notFound`, and `campaign.noProof` unless the portal has signed it. */
export const proofAudio = async (
  { db, storage, secrets }: Pick<Kernel, 'db' | 'storage' | 'secrets'>,
  { id, cid, proof }: Of & { proof: string },
): Promise<{ stream: Readable; size: number; type: string; etag: string }> => {
  if (!(await reportedCampaign(db, id, cid))) refuse('campaign.notFound');
  const row = (await repo.findProof(db, cid, proof)) ?? refuse('campaign.noProof');
  const signature = await signatureOf({ secrets }, row);
  const isSigned =
    signature.length === row.signature.length && timingSafeEqual(Buffer.from(signature), Buffer.from(row.signature));
  if (!isSigned || (await storage.size(row.path)) !== row.bytes) refuse('campaign.noProof');
  const { path, bytes, sha256, codec } = row;
  return { stream: await storage.read(path), size: bytes, type: audioFiles[codec].type, etag: sha256.slice(0, 32) };
};

/** The portal's signature of a recording. */
export const signatureOf = async (
  { secrets }: Pick<Kernel, 'secrets'>,
  { id, campaign_key, at, sha256 }: Signed,
): Promise<string> =>
  createHmac('sha256', await secrets.get('ad-proofs'))
    .update([id, campaign_key ?? '', String(at.getTime()), sha256].join(' '))
    .digest('hex');

export type Recordings = readonly Pick<repo.ProofRow, 'station_key' | 'creative_id' | 'at' | 'sha256'>[];

/** How far the plays of one break may be from its recording: pre-rolls and other breaks are further. */
const sameBreakMs = minuteMs / 2;

export const recordingsWithin = async (db: Db, campaign: CampaignKey, { start, end }: TimeRange): Promise<Recordings> =>
  await repo.findProofs(db, campaign, { start: start - sameBreakMs, end: end + sameBreakMs });

/** The hash of the recording of the break in which a spot was heard; empty without one. */
export const recordingOf = (
  recordings: Recordings,
  play: { at: number; station: string; spot: string; kind: string },
) =>
  recordings.find(
    ({ station_key, creative_id, at }) =>
      station_key === play.station &&
      creative_id === play.spot &&
      play.kind === 'mid' &&
      Math.abs(at.getTime() - play.at) <= sameBreakMs,
  )?.sha256 ?? '';
