import type { ClickHouseClient } from '@clickhouse/client';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { proofAudio, proofsOf } from '../proofs/proofs.ts';
import { playsOf } from './plays.ts';
import { reportOf } from './reports.ts';

/** The handler of a campaign's report. */
export const campaignReportRoutes = (kernel: Kernel, { clickhouse }: { clickhouse: ClickHouseClient }) =>
  ({
    report: ({ params, query }) => reportOf({ ...kernel, clickhouse }, params, query),
    proofs: ({ params, query }) => proofsOf(kernel, params, query),
    proofAudio: ({ params }) => proofAudio(kernel, params),
    plays: ({ params, query }) => playsOf({ ...kernel, clickhouse }, params, query),
  }) satisfies Partial<Handlers<'campaigns'>>;
