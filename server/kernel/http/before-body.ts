import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '#contract/api/index.ts';
import type { Admission } from './admission.ts';

/** A check before a body is read: refuses the request, or returns a clean-up for when it is over. */
export type BeforeBody = (admitted: Admission, length: number | undefined) => Promise<() => Promise<void>>;
/** By domain and call. */
export type BeforeBodies = { [D in Domain]?: Record<string, BeforeBody> };

/**
 * Runs the check before this request's body is read, and its clean-up once the reply is complete or the client is gone.
 */
export const checkBeforeBody = async (
  ask: BeforeBody,
  admitted: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const length = Number(request.headers['content-length']);
  const cleanUp = await ask(admitted, Number.isSafeInteger(length) ? length : undefined);
  const end = (): void =>
    void cleanUp().catch((error: unknown) =>
      request.log.warn({ err: error }, 'the clean-up after a request body failed'),
    );
  // The client may have disconnected during the check.
  if (reply.raw.destroyed) return end();
  reply.raw.once('close', end);
};
