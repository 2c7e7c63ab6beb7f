import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registry, type Domain } from '#contract/index.ts';
import type { AnyEndpoint } from '#contract/http.ts';
import { checkKeys } from '../auth/access.ts';
import type { Kernel } from '../kernel.ts';
import { admission, type Admission, type Admit } from './admission.ts';
import type { Handlers, UploadedFile } from './handler.ts';
import { once } from './idempotency.ts';
import { parseInput } from './input.ts';
import { readMultipart } from './multipart.ts';
import { answer, sendJson } from './reply.ts';
import { routesOf } from './routes.ts';

type Handle = (call: unknown) => unknown;
export type DomainHandlers = { [D in Domain]?: Handlers<D> };

/**
 * Makes a route of every endpoint whose domain's handlers are given. Whoever calls and the keys in path and query
 * are checked before the body is read, the keys in the body before the handler runs.
 */
export const mount = (app: FastifyInstance, kernel: Kernel, admit: Admit, handlers: DomainHandlers): void => {
  for (const domain of Object.keys(handlers) as Domain[])
    for (const [name, endpoint] of Object.entries(registry[domain]))
      mountOne(
        app,
        kernel,
        admit,
        endpoint as unknown as AnyEndpoint,
        (handlers[domain] as Record<string, Handle>)[name],
      );
};

const mountOne = (
  app: FastifyInstance,
  kernel: Kernel,
  admit: Admit,
  endpoint: AnyEndpoint,
  handle: Handle | undefined,
): void => {
  if (!handle) throw new Error(`${endpoint.line} has no handler.`);
  const admitted = new WeakMap<FastifyRequest, Admission>();
  app.route({
    ...routesOf(endpoint),
    onRequest: async (request, reply) => {
      admitted.set(request, await admission(kernel, admit, endpoint, request, reply));
    },
    handler: async (request, reply) => {
      const found = admitted.get(request);
      if (!found) throw new Error(`${endpoint.line} was reached without being admitted.`);
      return run(kernel, endpoint, handle, found, request, reply);
    },
  });
};

const run = async (
  kernel: Kernel,
  endpoint: AnyEndpoint,
  handle: Handle,
  admitted: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const { body, fields, file } = await readBody(kernel, endpoint, request);
  try {
    const { expires, ...caller } = admitted;
    const at = await checkKeys(kernel.db, endpoint, caller, { body: body as Record<string, unknown> }, admitted.at);
    const signal = closedSignal(reply);
    const call = { ...caller, at, body, fields, file, signal, request, reply };
    const user = admitted.who?.id;
    const key = request.headers['idempotency-key'];
    if (!endpoint.spec.idempotent || typeof key !== 'string' || !user)
      return await answer(endpoint, await handle(call), { request, reply, signal, expires });
    const status = endpoint.spec.status ?? 200;
    const stored = await once(kernel.db, { user_id: user, endpoint: endpoint.line, key }, async () => ({
      status,
      body: await handle(call),
    }));
    return await (stored.status === status
      ? answer(endpoint, stored.body, { request, reply, signal, expires })
      : sendJson(reply, stored.status, stored.body));
  } finally {
    if (file) await rm(file.path, { force: true });
  }
};

type Body = { body: unknown; fields: Record<string, unknown>; file: UploadedFile | undefined };

const readBody = async (kernel: Kernel, endpoint: AnyEndpoint, request: FastifyRequest): Promise<Body> => {
  const { form, body } = endpoint.spec;
  if (form) return readMultipart(request, form, join(kernel.config.dataDir, 'tmp'));
  return { body: body ? parseInput(body, request.body) : undefined, fields: {}, file: undefined };
};

/** Aborted when the caller goes away before the answer is complete. */
const closedSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
};
