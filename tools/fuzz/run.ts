import { Pool } from 'undici';
import { buildCase, type Case } from './cases.ts';
import { judgeBy, type Problem, type Reply } from './judge.ts';
import { readOperations } from './operations.ts';
import { chanceOf } from './random.ts';
import { makeTenants, roles, type Role, type Site } from './tenants.ts';

export type Finding = Problem & {
  index: number;
  times: number;
  operation: string;
  role: Role;
  status: number;
  curl: string;
};
export type Count = { taken: number; refused: number; limited: number };
export type Outcome = {
  requests: number;
  operations: number;
  /** By group of operations, then role. */
  counts: Map<string, Map<Role, Count>>;
  findings: Finding[];
};

export type Plan = {
  seed: number;
  seconds: number;
  /** Requests on their way at once. */
  connections: number;
  /** A part of the product is not running: 503 is an answer. */
  mayBeAway: boolean;
};

const restoreEvery = 400;
const patienceMs = 60_000;
const eventsMs = 200;
const longestCurl = 1500;
/** Calls that take or move a tenant's own things away: what they took is brought back at once. */
const takesAway = /remove|suspend|transfer|disable|delete|restore/i;

/**
 * Calls every operation as every role with hostile values until the time is over; the n-th request of a seed is always the
 * same. Returns what was answered, and what should not have been.
 */
export const fuzz = async (site: Site, plan: Plan): Promise<Outcome> => {
  const { operations, problemOfError } = await readOperations(site.url);
  const tenants = await makeTenants(site);
  const judge = judgeBy(problemOfError, plan);
  const pool = new Pool(site.url, {
    connections: plan.connections,
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
  });
  const found = new Map<string, Finding>();
  const counts: Outcome['counts'] = new Map();
  const until = Date.now() + plan.seconds * 1000;
  let index = 0;

  const one = async (n: number): Promise<void> => {
    const chance = chanceOf(plan.seed * 1_000_003 + n);
    const operation = operations[n % operations.length]!;
    const role = roles[Math.floor(n / operations.length) % roles.length]!;
    const sent = await buildCase(tenants, operation, role, chance);
    const reply = await send(pool, sent);
    count(counts, sent, reply.status);
    const problem = judge(sent, reply);
    if (problem) note(found, n, sent, reply, problem, site.url);
    if ((reply.status < 400 && takesAway.test(operation.id)) || n % restoreEvery === 0) await tenants.restore();
  };
  const work = async (): Promise<void> => {
    while (Date.now() < until) await one(index++);
  };
  await Promise.all(Array.from({ length: plan.connections }, work));
  await pool.close();
  return { requests: index, operations: operations.length, counts, findings: [...found.values()] };
};

/**
 * Sends on a connection that stays open. One that an earlier request of its own made the portal close (an upload that was
 * refused half-way) says nothing of this request, which is then sent again, once.
 */
const send = async (pool: Pool, sent: Case, isAgain = false): Promise<Reply> => {
  const { method, address, headers, body } = sent;
  try {
    const reply = await pool.request({ path: address, method: method as 'GET', headers, body: body ?? null });
    const type = String(reply.headers['content-type'] ?? '');
    const text = type.startsWith('text/event-stream') ? await beginning(reply.body) : await reply.body.text();
    const answered = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: reply.statusCode, headers: Object.fromEntries(answered), text };
  } catch (error) {
    if (!isAgain && (error as { code?: string }).code === 'ECONNRESET') return await send(pool, sent, true);
    return { status: 599, headers: {}, text: `no answer: ${String(error)}` };
  }
};

/** A stream of events never ends: only its first part is read. */
const beginning = async (
  stream: AsyncIterable<Buffer> & { destroy(): unknown; on(name: 'error', listen: () => void): unknown },
): Promise<string> => {
  let text = '';
  stream.on('error', () => undefined);
  const timer = setTimeout(() => stream.destroy(), eventsMs);
  try {
    for await (const piece of stream) text += piece.toString();
  } catch {
    // Ended by the timer.
  }
  clearTimeout(timer);
  return text;
};

const count = (counts: Outcome['counts'], { operation, role }: Case, status: number): void => {
  const group = counts.get(operation.group) ?? new Map<Role, Count>();
  counts.set(operation.group, group);
  const cell = group.get(role) ?? { taken: 0, refused: 0, limited: 0 };
  group.set(role, cell);
  if (status < 400) cell.taken += 1;
  else if (status === 429) cell.limited += 1;
  else cell.refused += 1;
};

/** Of the same problem of the same operation the first is shown, the others counted. */
const note = (
  found: Map<string, Finding>,
  index: number,
  sent: Case,
  reply: Reply,
  problem: Problem,
  url: string,
): void => {
  const { role, operation } = sent;
  const name = `${operation.id} ${problem.kind} ${reply.status} ${problem.detail.replaceAll(/[0-9a-f-]{8,}/g, '').slice(0, 120)}`;
  const known = found.get(name);
  if (known) known.times += 1;
  else
    found.set(name, {
      ...problem,
      index,
      times: 1,
      operation: operation.id,
      role,
      status: reply.status,
      curl: curlOf(url, sent),
    });
};

const curlOf = (url: string, { method, address, headers, body, role }: Case): string => {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const shown = Object.entries(headers).map(([name, value]) =>
    name === 'authorization' ? `-H "authorization: Bearer $${role}"` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  const data = body === undefined ? [] : [`--data-binary ${quoted(body.toString('utf8'))}`];
  return ['curl -X', method, quoted(url + address), ...shown, ...data].join(' ').slice(0, longestCurl);
};
