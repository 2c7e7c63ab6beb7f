import { previewBytes } from '#contract/engine/engine-calls.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawResult } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { telephonyEngine } from './telephony-engine.ts';

/**
 * A station as its callers hear it, sent while the engine makes it. Refuses with `ctl.silent`, `ctl.busy`,
 * `media.encoderMissing`, and `request.unavailable` while the engine can't be reached.
 */
export const hearAsCaller = async (
  { fleet, log }: Pick<Kernel, 'fleet' | 'log'>,
  station: StationKey,
  signal: AbortSignal,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const heard = await fleet
    .ownerOf(station)
    .then((owner) => telephonyEngine(owner).listen(station, signal))
    .catch((error: unknown) => {
      log.warn({ station, error: String(error) }, 'a station could not be heard as a caller does');
      return refuse('request.unavailable');
    });
  if (typeof heard !== 'string') return { stream: heard, size: previewBytes };
  if (heard.includes('busy')) return refuse('ctl.busy');
  return refuse(heard.includes('ffmpeg') ? 'media.encoderMissing' : 'ctl.silent');
};
