import type { Settings } from '#server/kernel/config.ts';

type Measured = Pick<Settings, 'metrics' | 'engines' | 'deliveryWorkers'>;
export type MetricsPort = { name: string; port: number; program: 'portal' | 'engine' | 'delivery' };

/** The ports of the parts' metrics, counted up from METRICS_PORT: one for each process; none without it. */
export const metricsPorts = ({ metrics, engines, deliveryWorkers }: Measured): MetricsPort[] => {
  if (!metrics) return [];
  const at = (offset: number) => ({ name: `METRICS_PORT + ${String(offset)}`, port: metrics.port + offset });
  return [
    { name: 'METRICS_PORT', port: metrics.port, program: 'portal' },
    ...(engines === undefined ? [{ ...at(1), program: 'engine' as const }] : []),
    ...Array.from({ length: deliveryWorkers }, (_, n) => ({ ...at(2 + n), program: 'delivery' as const })),
  ];
};

/** What a part that the supervisor starts needs to serve its metrics. */
export const metricsEnv = (settings: Measured, program: MetricsPort['program']): Record<string, string> => {
  const own = metricsPorts(settings).find((one) => one.program === program);
  if (!own || !settings.metrics) return {};
  const { host, token } = settings.metrics;
  return { METRICS_PORT: String(own.port), METRICS_HOST: host, ...(token !== undefined && { METRICS_TOKEN: token }) };
};
