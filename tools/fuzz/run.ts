import { Pool } from 'undici';
import { buildCase, type Case } from './cases.ts';
import { createJudge, type Problem, type Reply } from './judge.ts';
import { readOperations } from './operations.ts';
import { seededChance } from './random.ts';
import { makeTenants, roles, type Role, type Site } from './tenants.ts';

export type Finding = Problem & {
  index: number;
  times: number;
  operation: string;
  role: Role;
  status: number;
  curl: string;
};
export type Count = { accepted: number; refused: number; limited: number };
export type Outcome = {
  requests: number;
  operations: number;
  /** By group of operations, then role. */
  counts: Map<string, Map<Role, Count>>;
  findings: Finding[];
};

export type Plan = {
  seed: number;
  /** For so long, or until every operation was called so often in every role. */
  bound: { seconds: number } | { rounds: number };
  /** Concurrent requests. */
  connections: number;
  /** Whether a part of the product may be down, so that 503 is allowed. */
  mayBeAway: boolean;
};

const restoreEvery = 400;
const patienceMs = 60_000;
const eventsMs = 200;
const maxCurlLength = 1500;
/** A connection that was closed, by which end's packet one first learned of it. */
const closedCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** Calls that may delete, suspend or move a tenant's objects, which are restored right after. */
const isDestructive = /remove|suspend|transfer|disable|delete|restore/i;

/**
 * Calls every operation in every role with hostile values until its bound is reached; the n-th request of a seed is always
 * the same. Returns the counts and the findings.
 */
export const fuzz = async (site: Site, plan: Plan): Promise<Outcome> => {
  const { operations, problemOfError } = await readOperations(site.url);
  const tenants = await makeTenants(site);
  const judge = createJudge(problemOfError, plan);
  const pool = new Pool(site.url, {
    connections: plan.connections,
    headersTimeout: patienceMs,
    bodyTimeout: patienceMs,
  });
  const findings = new Map<string, Finding>();
  const counts: Outcome['counts'] = new Map();
  const { bound } = plan;
  const until = 'seconds' in bound ? Date.now() + bound.seconds * 1000 : Infinity;
  const most = 'rounds' in bound ? bound.rounds * operations.length * roles.length : Infinity;
  let index = 0;

  const runCase = async (n: number): Promise<void> => {
    const chance = seededChance(plan.seed * 1_000_003 + n);
    const operation = operations[n % operations.length]!;
    const role = roles[Math.floor(n / operations.length) % roles.length]!;
    const sent = await buildCase(tenants, operation, role, chance);
    const reply = await send(pool, sent);
    count(counts, sent, reply.status);
    const problem = judge(sent, reply);
    if (problem) recordFinding(findings, n, sent, reply, problem, site.url);
    if ((reply.status < 400 && isDestructive.test(operation.id)) || n % restoreEvery === 0) await tenants.restore();
  };
  const worker = async (): Promise<void> => {
    while (index < most && Date.now() < until) await runCase(index++);
  };
  await Promise.all(Array.from({ length: plan.connections }, worker));
  await pool.close();
  return { requests: index, operations: operations.length, counts, findings: [...findings.values()] };
};

/**
 * Sends on a keep-alive connection. If the portal closes it because of an earlier request (an upload refused halfway),
 * this request is sent once more.
 */
const send = async (pool: Pool, sent: Case, isRetry = false): Promise<Reply> => {
  const { method, address, headers, body } = sent;
  try {
    const reply = await pool.request({ path: address, method: method as 'GET', headers, body: body ?? null });
    const type = String(reply.headers['content-type'] ?? '');
    const text = type.startsWith('text/event-stream') ? await beginning(reply.body) : await reply.body.text();
    const replyHeaders = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: reply.statusCode, headers: Object.fromEntries(replyHeaders), text };
  } catch (error) {
    if (!isRetry && closedCodes.has(String((error as { code?: string }).code))) return await send(pool, sent, true);
    return { status: 599, headers: {}, text: `no answer: ${String(error)}` };
  }
};

/** Reads the beginning of an event stream, which never ends. */
const beginning = async (
  stream: AsyncIterable<Buffer> & { destroy(): unknown; on(name: 'error', listen: () => void): unknown },
): Promise<string> => {
  let text = '';
  stream.on('error', () => undefined);
  const timer = setTimeout(() => stream.destroy(), eventsMs);
  try {
    for await (const chunk of stream) text += chunk.toString();
  } catch {
    // Ended by the timer.
  }
  clearTimeout(timer);
  return text;
};

const count = (counts: Outcome['counts'], { operation, role }: Case, status: number): void => {
  const group = counts.get(operation.group) ?? new Map<Role, Count>();
  counts.set(operation.group, group);
  const cell = group.get(role) ?? { accepted: 0, refused: 0, limited: 0 };
  group.set(role, cell);
  if (status < 400) cell.accepted += 1;
  else if (status === 429) cell.limited += 1;
  else cell.refused += 1;
};

/** Records a finding, or counts it if the same problem of the operation is recorded already. */
const recordFinding = (
  findings: Map<string, Finding>,
  index: number,
  sent: Case,
  reply: Reply,
  problem: Problem,
  url: string,
): void => {
  const { role, operation } = sent;
  const name = `${operation.id} ${problem.kind} ${reply.status} ${problem.detail.replaceAll(/[0-9a-f-]{8,}/g, '').slice(0, 120)}`;
  const existing = findings.get(name);
  if (existing) existing.times += 1;
  else
    findings.set(name, {
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
  return ['curl -X', method, quoted(url + address), ...shown, ...data].join(' ').slice(0, maxCurlLength);
};
