import { everyEndpoint } from '#contract/index.ts';
import type { AnyEndpoint } from '#contract/http.ts';
import type { Places } from '../auth/access.ts';
import type { Db } from '../kernel.ts';
import type { Person } from './handler.ts';

/** A call that went well, as far as the audit log looks at it. */
export type AuditedCall = {
  who: Person | undefined;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  fields: Record<string, unknown>;
  file: { filename: string } | undefined;
  at: Places;
  /** What the handler adds to the target: an e-mail, the id behind a secret. */
  noted: Record<string, string>;
};

/**
 * Runs a handler and, where somebody signed in changed something, writes down who did what to what before the reply
 * is sent. Of what was sent only the names of its fields are kept; secrets in an address never are.
 */
export const audited = async (
  db: Db,
  endpoint: AnyEndpoint,
  call: AuditedCall,
  handle: () => unknown,
): Promise<unknown> => {
  const given: unknown = await handle();
  const { who } = call;
  if (!who || !isAudited(endpoint)) return given;
  const target = { ...targetOf(call), ...madeKey(endpoint, given), ...call.noted };
  await db
    .insertInto('audit')
    .values({
      user_id: who.id,
      email: who.email,
      name: `${who.first_name} ${who.last_name}`.trim(),
      action: actionOf(endpoint),
      target: JSON.stringify(target),
      keys: keysOf(target, call.at),
      fields: fieldsOf(endpoint, call),
    })
    .execute();
  return given;
};

/** Whether the calls of an endpoint are written down: all that change something, but for those that say otherwise. */
export const isAudited = (endpoint: AnyEndpoint): boolean =>
  endpoint.method !== 'GET' && endpoint.method !== 'HEAD' && endpoint.spec.audit !== false;

const longestKept = 200;
const mostKeys = 100;
/** A token of an address may be a secret: a handler notes the id behind it. */
const secretNames = new Set(['token']);

const targetOf = ({ params, query, at }: AuditedCall): Record<string, string> => {
  const target: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(query), ...Object.entries(params)])
    if (!secretNames.has(name) && isScalar(value)) target[name] = String(value).slice(0, longestKept);
  for (const [place, found] of Object.entries(at)) {
    const name = place.slice(place.indexOf('.') + 1);
    const [first, ...more] = found;
    if (first) target[name] = more.length > 0 ? `${first.key} and ${String(more.length)} more` : first.key;
  }
  return target;
};

/** The key or id of what a creation made. */
const madeKey = (endpoint: AnyEndpoint, given: unknown): Record<string, string> => {
  if (endpoint.spec.status !== 201 || typeof given !== 'object' || given === null) return {};
  const { key, id } = given as { key?: unknown; id?: unknown };
  if (typeof key === 'string') return { made: key };
  return typeof id === 'string' ? { made: id } : {};
};

/** What the log is searched by: whatever stands in the target, and the account and station of each thing. */
const keysOf = (target: Record<string, string>, at: Places): string[] => {
  const places = Object.values(at)
    .flat()
    .slice(0, mostKeys)
    .flatMap(({ key, account, station }) => [key, account, ...(station ? [station] : [])]);
  return [...new Set([...Object.values(target), ...places])].slice(0, mostKeys);
};

const fieldsOf = (endpoint: AnyEndpoint, { body, fields, file }: AuditedCall): string[] => {
  const named = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  const fileField = file ? [endpoint.spec.form?.file?.field ?? 'file'] : [];
  return [...named, ...Object.keys(fields), ...fileField].slice(0, mostKeys);
};

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

let actions: Map<unknown, string> | undefined;

/** The name of a call in the log: `domain.name`. */
const actionOf = (endpoint: AnyEndpoint): string => {
  actions ??= new Map(everyEndpoint().map((one) => [one.endpoint, `${one.domain}.${one.name}`]));
  return actions.get(endpoint) ?? endpoint.line;
};
