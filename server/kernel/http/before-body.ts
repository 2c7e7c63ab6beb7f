import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Domain } from '#contract/index.ts';
import type { Admission } from './admission.ts';

/** What is asked before a body is read: refuses the request, or answers what is done once it is over. */
export type BeforeBody = (admitted: Admission, length: number | undefined) => Promise<() => Promise<void>>;
/** By domain and call. */
export type BeforeBodies = { [D in Domain]?: Record<string, BeforeBody> };

/** Asks before the body of this request is read, and cleans up once its answer is complete or its caller gone. */
export const askBeforeBody = async (
  ask: BeforeBody,
  admitted: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const length = Number(request.headers['content-length']);
  const over = await ask(admitted, Number.isSafeInteger(length) ? length : undefined);
  const end = (): void =>
    void over().catch((error: unknown) => request.log.warn({ err: error }, 'what a body was waited with is left'));
  // The caller may have gone while it was asked.
  if (reply.raw.destroyed) return end();
  reply.raw.once('close', end);
};
