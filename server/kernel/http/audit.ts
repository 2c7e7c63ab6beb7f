import { allEndpoints } from '#contract/api/index.ts';
import type { AnyEndpoint } from '#contract/api/http.ts';
import type { ContextsByPlace } from '../auth/access.ts';
import type { Db } from '../kernel.ts';
import type { Person } from './handler.ts';

/** A successful call, as the audit log sees it. */
export type AuditedCall = {
  who: Person | undefined;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  fields: Record<string, unknown>;
  file: { filename: string } | undefined;
  resources: ContextsByPlace;
  /** Details from the handler for the target: an e-mail, the ID behind a secret. */
  auditDetails: Record<string, string>;
};

/**
 * Runs a handler and, if a signed-in user changed something, records who did what to what before the reply is sent.
 * Only the names of the fields are stored, never their values or secrets in a URL.
 */
export const audited = async (
  db: Db,
  endpoint: AnyEndpoint,
  call: AuditedCall,
  handle: () => unknown,
): Promise<unknown> => {
  const result: unknown = await handle();
  const { who } = call;
  if (!who || !isAudited(endpoint)) return result;
  const target = { ...targetOf(call), ...madeKey(endpoint, result), ...call.auditDetails };
  await db
    .insertInto('audit')
    .values({
      user_id: who.id,
      email: who.email,
      name: `${who.first_name} ${who.last_name}`.trim(),
      action: actionOf(endpoint),
      target: JSON.stringify(target),
      keys: keysOf(target, call.resources),
      fields: fieldsOf(endpoint, call),
    })
    .execute();
  return result;
};

/** Whether an endpoint's calls are recorded: all that change something, unless they opt out. */
export const isAudited = (endpoint: AnyEndpoint): boolean =>
  endpoint.method !== 'GET' && endpoint.method !== 'HEAD' && endpoint.spec.audit !== false;

const maxValueLength = 200;
const maxKeys = 100;
/** A token in a URL may be a secret: handlers add the ID behind it. */
const secretNames = new Set(['token']);

const targetOf = ({ params, query, resources }: AuditedCall): Record<string, string> => {
  const target: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(query), ...Object.entries(params)])
    if (!secretNames.has(name) && isScalar(value)) target[name] = String(value).slice(0, maxValueLength);
  for (const [place, found] of Object.entries(resources)) {
    const name = place.slice(place.indexOf('.') + 1);
    const [first, ...more] = found;
    if (first) target[name] = more.length > 0 ? `${first.key} and ${String(more.length)} more` : first.key;
  }
  return target;
};

/** The key or ID of a created thing. */
const madeKey = (endpoint: AnyEndpoint, result: unknown): Record<string, string> => {
  if (endpoint.spec.status !== 201 || typeof result !== 'object' || result === null) return {};
  const { key, id } = result as { key?: unknown; id?: unknown };
  if (typeof key === 'string') return { made: key };
  return typeof id === 'string' ? { made: id } : {};
};

/** The search keys of an entry: all values of the target, and the account and station of each thing. */
const keysOf = (target: Record<string, string>, at: ContextsByPlace): string[] => {
  const places = Object.values(at)
    .flat()
    .slice(0, maxKeys)
    .flatMap(({ key, account, station }) => [key, account, ...(station ? [station] : [])]);
  return [...new Set([...Object.values(target), ...places])].slice(0, maxKeys);
};

const fieldsOf = (endpoint: AnyEndpoint, { body, fields, file }: AuditedCall): string[] => {
  const bodyFields = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const fileField = file ? [endpoint.spec.form?.file?.field ?? 'file'] : [];
  return [...bodyFields, ...Object.keys(fields), ...fileField].slice(0, maxKeys);
};

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

let actions: Map<unknown, string> | undefined;

/** The action name in the log: `domain.name`. */
const actionOf = (endpoint: AnyEndpoint): string => {
  actions ??= new Map(allEndpoints().map((one) => [one.endpoint, `${one.domain}.${one.name}`]));
  return actions.get(endpoint) ?? endpoint.line;
};
