import type { ClickHouseClient } from '@clickhouse/client';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { stationAdEngine } from '../plan/ad-engine.ts';
import { breaksOf, cueOffset, startBreak } from './breaks.ts';

/** Handlers of a station's breaks: the timeline, and one by hand. */
export const breaksRoutes = (kernel: Kernel, { clickhouse }: { clickhouse: ClickHouseClient }) => {
  const engine = stationAdEngine(kernel.fleet);
  return {
    breaks: ({ params, query }) => breaksOf({ ...kernel, clickhouse }, params.key, query.hours),
    cueOffset: ({ params }) => cueOffset({ ...kernel, engine }, params.key),
    startBreak: ({ params, body }) => startBreak({ ...kernel, engine }, params.key, body.seconds),
  } satisfies Partial<Handlers<'audioAds'>>;
};
