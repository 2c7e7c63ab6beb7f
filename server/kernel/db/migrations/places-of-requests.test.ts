import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '#server/testing/empty-database.ts';
import { migrate } from '../migrate.ts';

let database: EmptyDatabase;
beforeAll(async () => (database = await emptyDatabase()));
afterAll(() => database.drop());

const run = (text: string) => database.run(text);

test('requests of before keep their goal and their places', async () => {
  await migrate(database.db, '0040-podcast-spots');
  await run(`insert into accounts (key, company, email) values ('a-1', 'Harbour', 'a@example.org')`);
  const places = [
    { country: 'GR', region: 'Attica', city: 'Athens' },
    { country: 'DE', region: '', city: '' },
    { country: 'FR', region: 'Île-de-France', city: '' },
    { country: 'AT', region: '', city: 'Sankt Pölten' },
  ];
  for (const locations of [places, []]) {
    const form = JSON.stringify({ campaignName: "A'", impressions: 2000, locations });
    await sql`insert into ad_requests (id, account_key, requested_by, form, cost_minor, price_micros, currency)
      values (gen_random_uuid(), 'a-1', 'u', ${form}, 80, 400, 'USD')`.execute(database.db);
  }

  expect(await migrate(database.db)).toContain('0041-places-of-requests');

  const paths = ['GR/Attica/Athens', 'DE', 'FR/%C3%8Ele-de-France', 'AT//Sankt%20P%C3%B6lten'];
  const common = { campaignName: "A'", impressionsGoal: 2000 };
  expect(await run('select form from ad_requests order by length(form::text) desc')).toEqual([
    { form: { ...common, locations: paths.map((path) => ({ type: 'location', path })) } },
    { form: { ...common, locations: [] } },
  ]);
});
