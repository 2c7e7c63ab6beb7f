import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountKey, PodcastKey, StationKey } from '#contract/keys.ts';
import { podcasts } from '#contract/podcasts.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let folder: string;
let person: TestPerson;
let owner: TestClient;
let account: AccountKey;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  folder = mkdtempSync(join(tmpdir(), 'podcasts-'));
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const newOwner = async (): Promise<void> => {
  person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account({ plan: 'prime' });
  await portal.make.accountMember(account, person, 'owner');
};

/** A picture of this size, drawn by ffmpeg. */
const picture = (size = '1400x1400', name = 'logo.jpg', source = 'color=teal'): Blob => {
  const path = join(folder, name);
  execFileSync('ffmpeg', [
    '-loglevel',
    'error',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `${source}:size=${size}`,
    '-frames:v',
    '1',
    path,
  ]);
  return new Blob([readFileSync(path)]);
};
const create = (title: string, also: object = {}, client = owner, file: Blob = picture()) =>
  client.call(podcasts.create, { query: { accountKey: account }, body: { title, ...also }, file });

test('creates a podcast with an address, a guid, and its logo as directories take it', async () => {
  await newOwner();
  const made = await create('Waves & Stones');
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    title: 'Waves & Stones',
    account: { key: account },
    station_key: null,
    pretty_url: 'waves-stones',
    language: 'en',
    show_type: 'episodic',
    published: true,
    episodes: 0,
    total_size: 0,
    feed_url: 'http://portal.test/feeds/waves-stones',
  });
  const art = await fetch(`${portal.url}/images/podcasts/${String(made.json.image_key)}.jpg`);
  expect(art.headers.get('content-type')).toBe('image/jpeg');
});
