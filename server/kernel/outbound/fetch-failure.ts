import { Refusal } from '../http/refuse.ts';

/** How a fetch failed: callers decide by this, never by the text that a person reads. */
export type FetchFailure = 'timeout' | 'unreachable' | 'notHttp' | 'truncated' | 'status';

const reasons: Record<Exclude<FetchFailure, 'status'>, string> = {
  timeout: 'it did not respond in time',
  unreachable: 'it could not be reached',
  notHttp: 'its response is not HTTP',
  truncated: 'its response was cut short',
};

/** A refusal with `outbound.refused` whose details name the failure. */
export const fetchFailed = (failure: Exclude<FetchFailure, 'status'>): Refusal =>
  new Refusal('outbound.refused', { reason: reasons[failure], failure }, {});

/** The same for a response with another status than 200. */
export const statusFailed = (status: number): Refusal =>
  new Refusal('outbound.refused', { reason: `it responded with status ${status}`, failure: 'status', status }, {});

/** The failure of a refused fetch; undefined for every other error. */
export const failureOf = (error: unknown): FetchFailure | undefined =>
  error instanceof Refusal && error.code === 'outbound.refused'
    ? (error.details['failure'] as FetchFailure | undefined)
    : undefined;

const busyStatuses = new Set([408, 425, 429]);

/** Whether the same fetch may succeed later: the connection failed, or the server was busy or broken. */
export const isTransient = (error: unknown): boolean => {
  const failure = failureOf(error);
  if (failure === 'status') {
    const status = Number((error as Refusal).details['status']);
    return busyStatuses.has(status) || status >= 500;
  }
  return failure === 'timeout' || failure === 'unreachable' || failure === 'truncated';
};
