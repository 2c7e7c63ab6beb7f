import { fillText } from '#contract/rules/brand.ts';
import { errors, type ErrorCode } from '#contract/texts/errors.ts';
import type { ImportedEpisode, ImportTask } from '#contract/api/podcast-import.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { ShownItem } from './import-items.repo.ts';
import { countItems, type Counts, type ImportRow } from './import.repo.ts';
import { plainWording } from './plain-wording.ts';

/** An import as the API presents it; it is running until the last episode is prepared, too. */
export const presentImport = async (db: Db, row: ImportRow): Promise<ImportTask> => {
  const { counts, done } = await countItems(db, row.id);
  const status = statusOf(row, counts);
  return {
    id: row.id,
    status,
    progress: status === 'PROCESSING' ? Math.floor((done / Math.max(1, counts.total)) * 100) : 100,
    data: { key: row.podcast_key },
    feed_url: row.feed_url,
    counts,
    notes: row.notes,
    created: row.created.toISOString(),
    ended: row.ended?.toISOString() ?? null,
  };
};

/** ERROR only if no episode was imported or skipped. */
const statusOf = ({ state }: ImportRow, { imported, skipped, failed }: Counts): ImportTask['status'] => {
  if (state === 'running') return 'PROCESSING';
  if (state === 'cancelled') return 'CANCELLED';
  return failed > 0 && imported + skipped === 0 ? 'ERROR' : 'SUCCESS';
};

/** An item of an import as the API presents it. */
export const presentItem = (row: ShownItem): ImportedEpisode => ({
  guid: row.guid,
  title: row.title,
  published: row.published?.toISOString() ?? null,
  state: row.shown,
  progress: Math.round(Number(row.progress)),
  reason: row.shown === 'failed' ? reasonText(row.reason) : null,
  notes: row.notes,
  key: row.episode_key,
});

/** Text of a stored reason: a sentence, or an upload error as `code` or `code|message`. */
const reasonText = (reason: string | null): string => {
  const [code = '', ...message] = (reason ?? '').split('|');
  if (message.length > 0) return message.join('|');
  return code in errors ? fillText(errors[code as ErrorCode][2], plainWording) : code;
};
