import { Pool } from 'undici';
import { planted, subjects } from './big-database.ts';
import { adminEmail, startBigPortal, type BigPortal } from './big-portal.ts';
import { cpuOfFamily, cpuSeconds } from './process-figures.ts';
import type { Row } from './report.ts';

/** p95 of every list and search (on 2 cores: 100,000 accounts, 200,000 stations, 100,000 users). */
const budgetMs = 50;

/**
 * Every list and search over HTTP on an otherwise idle portal, one call after the other. The p95 of its calls decides a
 * case.
 */
export const benchLists = async (folder: string, at: { size: number; rounds: number }): Promise<Row[]> => {
  const size = { accounts: at.size, stations: at.size * 2, users: at.size, tracks: 50_000 };
  const portal = await startBigPortal(folder, size);
  try {
    return await measureLists(portal, at.rounds);
  } finally {
    await portal.stop();
  }
};

/** Every case on a running portal. */
export const measureLists = async (portal: BigPortal, rounds: number): Promise<Row[]> => {
  const pool = new Pool(portal.url, { connections: 1 });
  const rows: Row[] = [];
  for (const [who, paths] of Object.entries(cases)) {
    const token = await tokenOf(portal, who as keyof typeof cases);
    for (const path of paths) rows.push(await measure(portal, pool, { who, path, token, rounds }));
  }
  const token = await libraryTokenOf(portal, pool);
  for (const path of libraryCases) rows.push(await measure(portal, pool, { who: 'library', path, token, rounds }));
  await pool.close();
  return rows;
};

/** The token of the station with the large library. */
const libraryTokenOf = async (portal: BigPortal, pool: Pool): Promise<string> => {
  const headers = { authorization: `Bearer ${await tokenOf(portal, 'admin')}` };
  const path = `/v1/stations/${portal.fullStation}/library_token/`;
  const { body } = await pool.request({ path, method: 'GET', headers });
  return ((await body.json()) as { token: string }).token;
};

const tokenOf = ({ issuer }: BigPortal, who: keyof typeof cases): Promise<string> =>
  who === 'admin'
    ? issuer.token({ sub: 'admin', email: adminEmail })
    : issuer.token({ sub: subjects[who], email: `${subjects[who]}@example.com` });

const words = [planted.frequentWord, planted.rareWord, planted.accented, 'r', 'q', 'ñ', 'ra', 'qu', 'tü', 'Tornivo'];
const searches = [...words, 'nobody has this', '%', 'dio ra', 'lokemi'];
const sorted = (path: string, orders: string[]): string[] =>
  orders.flatMap((sortBy) => [`${path}?sortBy=${sortBy}`, `${path}?sortBy=${sortBy}&sortDesc=true`]);
const deep = 'pageSize=10&pageNumber=999';

const everyCase = (stations: string, accounts: string): string[] => [
  ...[`${stations}search/`, `${accounts}search/`].flatMap((path) =>
    searches.map((search) => `${path}?search=${encodeURIComponent(search)}`),
  ),
  ...sorted(`${stations}list`, ['name', 'account', 'created', 'updated']),
  ...sorted(`${accounts}list`, ['name', 'email', 'updated', 'date_from']),
  ...['suspended', 'featured', 'relay'].map((only) => `${stations}list?only=${only}`),
  ...['suspended', 'trial', 'requested'].map((only) => `${accounts}list?only=${only}`),
];

const cases = {
  admin: [
    ...everyCase('/v1/stations/', '/v1/accounts/'),
    ...['name', 'account', 'updated'].map((sortBy) => `/v1/stations/list?sortBy=${sortBy}&${deep}`),
    `/v1/stations/list?search=${planted.frequentWord}&sortBy=updated&${deep}`,
    `/v1/accounts/list?${deep}`,
    `/v1/accounts/list?search=${planted.frequentWord}&sortBy=email&${deep}`,
    ...searches.map((search) => `/v1/portal/users?search=${encodeURIComponent(search)}`),
    ...sorted('/v1/portal/users', ['name', 'email', 'created']),
    `/v1/portal/users?only=admins`,
    `/v1/portal/users?only=disabled`,
    `/v1/portal/users?${deep}`,
  ],
  owner: [...everyCase('/v1/stations/', '/v1/accounts/'), '/v1/users/me/accounts/', '/v1/users/me/stations/'],
  agency: [...everyCase('/v1/stations/', '/v1/accounts/'), '/v1/users/me/accounts/', '/v1/users/me/stations/'],
} as const;

const librarySearches = [...words, 'nobody has this', '%', 'lokemi', 'radio ra', 'love ke'];
const everyOrder = ['created', 'title', 'artist', 'duration'];
/** A library of 50,000 tracks. */
const libraryCases = [
  ...sorted('/media/api/media/', everyOrder),
  ...everyOrder.map((sortBy) => `/media/api/media/?sortBy=${sortBy}&offset=9990`),
  '/media/api/media/?limit=100',
  ...librarySearches.flatMap((search) =>
    ['created', 'title'].map(
      (sortBy) => `/media/api/media/search?search=${encodeURIComponent(search)}&sortBy=${sortBy}`,
    ),
  ),
];

type Case = { who: string; path: string; token: string; rounds: number };

const measure = async (portal: BigPortal, pool: Pool, { who, path, token, rounds }: Case): Promise<Row> => {
  const ask = async (): Promise<{ total?: number; capped?: boolean }> => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${String(statusCode)}: ${text}`);
    return JSON.parse(text) as { total?: number };
  };
  const first = await ask();
  const used = (): number => cpuSeconds(portal.pid) + cpuOfFamily(portal.databasePid);
  const before = used();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  const cpuMs = ((used() - before) / rounds) * 1000;
  times.sort((a, b) => a - b);
  // By the nearest rank: of twenty calls the 95th percentile is the second slowest.
  const at = (share: number): number => times[Math.max(Math.ceil(times.length * share) - 1, 0)] ?? 0;
  const total = first.total === undefined ? '' : `, ${String(first.total)}${first.capped ? '+' : ''} found`;
  return {
    figure: `${who} ${decodeURIComponent(path).replace('/v1/', '')}`,
    ours: `p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU${total}`,
    budget: `p95 ≤ ${budgetMs} ms`,
    pass: at(0.95) <= budgetMs,
  };
};
