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
export const fetchFailed = (failure: Exclude<FetchFailure, 'status'>, details: { unsent?: 1 } = {}): Refusal =>
  new Refusal('outbound.refused', { reason: reasons[failure], failure, ...details }, {});

/** The same for a response with another status than 200. */
export const statusFailed = (status: number): Refusal =>
  new Refusal('outbound.refused', { reason: `it responded with status ${status}`, failure: 'status', status }, {});

/** Why the guarded client refuses a URL by itself, before or while it is fetched. */
export type GuardReason = 'url' | 'port' | 'host' | 'address' | 'redirects' | 'size';

export const guardReasonOf = (error: unknown): GuardReason | undefined =>
  error instanceof Refusal && error.code === 'outbound.refused'
    ? (error.details['guard'] as GuardReason | undefined)
    : undefined;

/** Whether the server certainly got nothing: its name is unknown, or nobody answered the connection. */
export const wasUnsent = (error: unknown): boolean =>
  guardReasonOf(error) === 'host' || (error instanceof Refusal && error.details['unsent'] === 1);

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
