import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '#server/testing/empty-database.ts';
import { migrate } from '../migrate.ts';

let database: EmptyDatabase;
beforeAll(async () => (database = await emptyDatabase()));
afterAll(() => database.drop());

const run = (text: string) => database.run(text);

test('an installation of before the plain names keeps its rows, and its triggers work', async () => {
  await migrate(database.db, '0036-stopped-alerts');
  await run(`insert into accounts (key, company, email) values ('a-1', 'Harbour', 'a@example.org')`);
  await run(`insert into podcasts (key, account_key, title, pretty_url, guid)
    values ('p-1', 'a-1', 'Night Shift', 'night-shift', gen_random_uuid())`);
  await run(`update podcasts set pretty_url = 'late-shift'`);
  await run(`insert into podcast_import_letters (email, sent) values ('a@example.org', now())`);
  await run(`insert into loose_files (file, remove_after) values ('old.mp3', now())`);
  await run(`insert into report_questions (email, asked) values ('b@example.org', now())`);

  expect(await migrate(database.db)).toContain('0037-plain-names');

  expect(await run('select file from orphaned_files')).toEqual([{ file: 'old.mp3' }]);
  expect(await run('select email from podcast_import_emails')).toEqual([{ email: 'a@example.org' }]);
  expect(await run('select email from report_confirmations where requested <= now()')).toHaveLength(1);
  expect(await run('select pretty_url from podcast_former_urls')).toEqual([{ pretty_url: 'night-shift' }]);
  await run(`update podcasts set pretty_url = 'day-shift'`);
  expect(await run('select pretty_url from podcast_former_urls order by 1')).toEqual([
    { pretty_url: 'late-shift' },
    { pretty_url: 'night-shift' },
  ]);
  await run(
    `insert into episodes (key, podcast_key, title, guid, original) values ('e-1', 'p-1', 'One', 'g', 'one.wav')`,
  );
  await run('delete from episodes');
  expect(await run(`select file from orphaned_files where file = 'one.wav'`)).toHaveLength(1);
  expect(await migrate(database.db)).toEqual([]);
});
