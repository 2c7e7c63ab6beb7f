import { isIPv4 } from 'node:net';

/** Where a process serves its metrics, and the bearer token that a reader needs; undefined: none. */
export type MetricsAddress = { port: number; host: string; token: string | undefined };

/**
 * Undefined without a port: the process serves no metrics. They contain data of all customers, so other machines need a
 * token: throws if `host` is not a loopback address and there is none.
 */
export const metricsAddress = (
  port: number | undefined,
  host: string,
  token: string | undefined,
): MetricsAddress | undefined => {
  if (!port) return undefined;
  if (token === undefined && !isLoopback(host))
    throw new Error(`METRICS_TOKEN must be set, as METRICS_HOST (${host}) can be reached from other machines.`);
  return { port, host, token };
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
