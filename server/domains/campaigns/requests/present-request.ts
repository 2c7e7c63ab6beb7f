import type { AdRequest } from '#contract/api/ad-requests.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { inMajorUnit } from '../prices.ts';
import { presentAudio } from '../creatives/accept-audio.ts';
import { creativesOf, type ListedRequest } from './ad-requests.repo.ts';

/** Requests as they are shown, with the state of their audio. */
export const presentRequests = async (db: Db | Tx, rows: readonly ListedRequest[]): Promise<AdRequest[]> => {
  const audio = new Map((await creativesOf(db, rows)).map((row) => [row.id, presentAudio(row)]));
  return rows.map((row): AdRequest => ({
    ...row.form,
    id: row.id,
    account: { key: row.account_key, company: row.company },
    status: row.status,
    stations: row.stations,
    cost: row.cost_minor,
    currency: row.currency,
    impressionPrice: inMajorUnit(row.price_micros),
    audio: (row.creative_id !== null && audio.get(row.creative_id)) || null,
    thread: row.thread,
    campaign: row.campaign_key,
    created: row.created.toISOString(),
    decided: row.decided_at?.toISOString() ?? null,
  }));
};
