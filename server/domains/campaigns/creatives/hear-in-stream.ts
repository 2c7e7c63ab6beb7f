import { Readable } from 'node:stream';
import type { StationKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { AdEngine } from '../plan/ad-engine.ts';
import { spotsOf } from '../plan/compile-plan.ts';
import { readableFiles } from '../plan/readable-files.ts';
import { renditionsOf } from '../plan/plan.repo.ts';

type Deps = Pick<Kernel, 'db' | 'storage' | 'config' | 'log'> & { engine: Pick<AdEngine, 'preview'> };

/**
 * A creative within what a station plays now, as its listeners would hear it. Refuses with `campaign.noAudio` until it is
 * ready, `campaign.noFormat`, `audioAds.notOnAir` while the station is silent, and `request.unavailable` without the engine.
 */
export const hearInStream = async (
  deps: Deps,
  id: string | null,
  station: StationKey,
): Promise<{ stream: Readable; size: number; type: string }> => {
  const rows = id === null ? [] : await readableFiles(deps, await renditionsOf(deps.db, [id]));
  const [spot] = spotsOf(rows).values();
  if (!spot) refuse('campaign.noAudio');
  const heard = await deps.engine.preview(station, spot).catch((error: unknown) => {
    deps.log.warn({ station, error: String(error) }, 'could not play a spot in the stream');
    return refuse('request.unavailable', { part: 'The streaming server' });
  });
  if (heard === 'silent') refuse('audioAds.notOnAir');
  if (heard === 'format') refuse('campaign.noFormat');
  return {
    stream: Readable.from([heard]),
    size: heard.length,
    type: heard[1] === 0xf1 || heard[1] === 0xf9 ? 'audio/aac' : 'audio/mpeg',
  };
};
