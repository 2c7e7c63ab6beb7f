import type { StationKey } from '#contract/rules/keys.ts';
import { studio, type StudioAdmission } from '#contract/api/studio.ts';
import { call } from '#web/lib/call.ts';

/** A new token for the engine; each is used once or twice, so that none is cached. */
export const admitToStudio = async (key: StationKey): Promise<StudioAdmission> =>
  await call(studio.connect, { params: { key } });
