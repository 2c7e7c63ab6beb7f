import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { fillText, type Wording } from '#contract/rules/brand.ts';
import { errors, type ErrorCode, type ErrorReply } from '#contract/texts/errors.ts';
import { Refusal } from './refuse.ts';

/** The only place that converts thrown errors to replies; unknown errors are logged with an ID and hidden. */
export const errorBoundary =
  (log: Logger, wording: Wording) => (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { refusal, id } = explain(thrown, log, request);
    const { status, body } = wireError(refusal, wording, id);
    if (refusal.code === 'request.rateLimited') reply.header('retry-after', String(refusal.details.seconds ?? 60));
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8');
    return reply.send(JSON.stringify(body));
  };

/** A refusal in the wire format of contract/texts/errors.ts, with the brand's wording. */
export const wireError = (refusal: Refusal, wording: Wording, id?: string): { status: number; body: ErrorReply } => {
  const [status, title, text] = errors[refusal.code];
  const { details, fields } = refusal;
  const error: ErrorReply['error'] = {
    code: refusal.code,
    title: fillText(title, wording, details),
    message: fillText(text, wording, details),
  };
  if (Object.keys(fields).length > 0) error.fields = fields;
  if (Object.keys(details).length > 0) error.details = details;
  if (id !== undefined) error.id = id;
  return { status, body: { error } };
};

const explain = (thrown: unknown, log: Logger, request: FastifyRequest): { refusal: Refusal; id?: string } => {
  if (thrown instanceof Refusal) return { refusal: thrown };
  if (isGone(request)) {
    log.debug(
      { method: request.method, path: request.routeOptions.url },
      'the client disconnected before sending the whole request',
    );
    return { refusal: of('request.malformed', { reason: 'it was incomplete' }) };
  }
  const known = knownRefusal(thrown, request);
  if (known?.code === 'request.conflict')
    log.warn({ err: thrown, method: request.method, path: request.routeOptions.url }, 'changes collided');
  if (known && known.code !== 'request.unavailable') return { refusal: known };
  const id = randomUUID();
  log.error({ err: thrown, id, method: request.method, path: request.routeOptions.url }, 'unexpected error');
  return { refusal: known ?? new Refusal('request.unexpected', {}, {}), id };
};

/** Whether the connection closed before the body was complete, so that nobody reads the reply. */
const isGone = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** The refusals for Fastify's own errors and for a database that is down. */
const knownRefusal = (thrown: unknown, { routeOptions }: FastifyRequest): Refusal | undefined => {
  const { code, statusCode, message } = thrown as { code?: string; statusCode?: number; message?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return of('request.tooLarge', { max: sizeOf(routeOptions.bodyLimit) });
  // Only caused by text with a NUL character, which no column accepts.
  if (code === '22021' || code === '22P05') return of('request.malformed', { reason: 'it contains a NUL character' });
  if (code === '22P02' && message?.endsWith('for type json'))
    return of('request.malformed', { reason: 'it contains half a surrogate pair' });
  if (collided.has(code ?? '')) return of('request.conflict', {});
  if (databaseAway.has(code ?? '')) return of('request.unavailable', { part: 'The database' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return of('request.malformed', { reason: message ?? 'it is not valid' });
  return undefined;
};

const sizeOf = (bytes: number | undefined): string =>
  bytes === undefined || bytes >= 1024 * 1024 ? '1 MB' : `${String(bytes / 1024)} KB`;

/**
 * Conflicts with a concurrent change: PostgreSQL ended this one because of a deadlock, its parent was removed, or the
 * same row was added first. Nothing of this change was stored.
 */
const collided = new Set(['40P01', '40001', '23503', '23505']);
const databaseAway = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '08006', '08001', '53300']);
const of = (code: ErrorCode, details: Record<string, string | number>) => new Refusal(code, details, {});
