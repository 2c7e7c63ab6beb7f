import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase, type EmptyDatabase } from '#server/testing/empty-database.ts';
import { migrate } from '../migrate.ts';

let database: EmptyDatabase;
beforeAll(async () => (database = await emptyDatabase()));
afterAll(() => database.drop());

const run = (text: string) => database.run(text);

test('dayparts become playlists that play alone in their hours, with the same IDs and tracks', async () => {
  await migrate(database.db, '0065-uploads-over-portals');
  await run(`insert into accounts (key, company, email) values ('a-1', 'Harbour', 'a@example.org')`);
  await run(`insert into stations (key, account_key, name, streamname, pretty_url, station_service_type, activation_status,
      bitrate, sample_rate, burst, settings, source_password)
    values ('s-1', 'a-1', 'Harbour Radio', 'harbour', 'harbour', 72, 4, 128000, 44100, 5000, '{}', 'secret')`);
  await run(`insert into autodj (station_key, shuffle) values ('s-1', true)
    on conflict (station_key) do update set shuffle = true`);
  await run(`insert into tracks (key, station_key, title, filename, original, sha256, size, state)
    select 't-' || n, 's-1', 'Track ' || n, 'a.mp3', 'a.mp3', 'x' || n, 1, 'ready' from generate_series(1, 2) n`);
  const id = '00000000-0000-4000-8000-000000000001';
  await run(`insert into day_parts (id, station_key, name, days, from_minute, to_minute)
    values ('${id}', 's-1', 'Nights', '{5,6}', 1320, 120)`);
  await run(
    `insert into day_part_tracks (day_part, track_key, position) values ('${id}', 't-2', 1), ('${id}', 't-1', 2)`,
  );

  expect(await migrate(database.db)).toContain('0066-playlists');

  expect(await run('select id, name, weight, enabled, shuffle, exclusive, hours, content from playlists')).toEqual([
    {
      id,
      name: 'Nights',
      weight: 1,
      enabled: true,
      shuffle: true,
      exclusive: true,
      hours: [{ days: [5, 6], from: 1320, to: 120 }],
      content: 'tracks',
    },
  ]);
  expect(await run('select track_key from playlist_members order by position')).toEqual([
    { track_key: 't-2' },
    { track_key: 't-1' },
  ]);
  expect(await run('select playlist_weight from autodj')).toEqual([{ playlist_weight: 1 }]);
});
