import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registry, type Domain } from '#contract/index.ts';
import type { AnyEndpoint } from '#contract/http.ts';
import { checkKeys } from '../auth/access.ts';
import type { Kernel } from '../kernel.ts';
import { admission, type Admission, type Admit } from './admission.ts';
import { audited } from './audit.ts';
import type { Handlers, Person, UploadedFile } from './handler.ts';
import { once, type StoredReply } from './idempotency.ts';
import { parseInput } from './input.ts';
import { readMultipart } from './multipart.ts';
import { answer } from './reply.ts';
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
      mountEndpoint(
        app,
        kernel,
        admit,
        endpoint as unknown as AnyEndpoint,
        (handlers[domain] as Record<string, Handle>)[name],
      );
};

/** Makes the route of one endpoint; see `mount`. */
export const mountEndpoint = (
  app: FastifyInstance,
  kernel: Kernel,
  admit: Admit,
  endpoint: AnyEndpoint,
  handle: Handle | undefined,
): void => {
  if (!handle) throw new Error(`${endpoint.line} has no handler.`);
  const letIn = admission(kernel, admit, endpoint);
  const admitted = new WeakMap<FastifyRequest, Admission>();
  app.route({
    ...routesOf(endpoint),
    ...(endpoint.spec.maxBytes === undefined ? {} : { bodyLimit: endpoint.spec.maxBytes }),
    onRequest: async (request, reply) => {
      admitted.set(request, await letIn(request, reply));
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
  const { expires, ...caller } = admitted;
  const { body, fields, file } = await readBody(kernel, endpoint, request);
  const signal = closedSignal(reply);
  let given: StoredReply;
  try {
    const at = await checkKeys(kernel.db, endpoint, caller, { body: body as Record<string, unknown> }, admitted.at);
    const call = { ...caller, at, body, fields, file, signal, request, reply, noted: {} };
    given = await handleOnce(kernel, endpoint, call, () => audited(kernel.db, endpoint, call, () => handle(call)));
  } finally {
    if (file) await rm(file.path, { force: true });
  }
  return answer(endpoint, given.body, { request, reply, signal, expires });
};

/** Runs the handler, or gives what it gave to an earlier call with the same Idempotency-Key. */
const handleOnce = async (
  kernel: Kernel,
  endpoint: AnyEndpoint,
  { who, request }: { who: Person | undefined; request: FastifyRequest },
  handle: () => unknown,
): Promise<StoredReply> => {
  const status = endpoint.spec.status ?? 200;
  const create = async () => ({ status, body: await handle() });
  const key = request.headers['idempotency-key'];
  if (!endpoint.spec.idempotent || typeof key !== 'string' || !who) return create();
  return once(kernel.db, { user_id: who.id, endpoint: endpoint.line, key }, create);
};

type Body = { body: unknown; fields: Record<string, unknown>; file: UploadedFile | undefined };

const readBody = async (kernel: Kernel, endpoint: AnyEndpoint, request: FastifyRequest): Promise<Body> => {
  const { form, body, bodyOptional } = endpoint.spec;
  if (form) return readMultipart(request, form, join(kernel.config.dataDir, 'tmp'));
  const given = request.body === undefined && bodyOptional ? {} : request.body;
  return { body: body ? parseInput(body, given) : undefined, fields: {}, file: undefined };
};

/** Aborted when the caller goes away before the answer is complete. */
const closedSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort(closed));
  return controller.signal;
};

/** One for all: an error of its own for each call costs a twentieth of it. */
const closed = new Error('The caller is gone, or has its answer.');
