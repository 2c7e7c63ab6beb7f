import { afterAll, beforeAll, expect, it } from 'vitest';
import { podcastImport } from '#contract/api/podcast-import.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { feedOf } from './testing/fake-podcast-host.ts';
import { importRig, type ImportRig } from './testing/import-rig.ts';

/* A locked feed can only be imported with the code that was mailed to its owner. */

let rig: ImportRig;
let now = new Date('2026-11-22T10:00:00Z');
beforeAll(async () => {
  rig = await importRig({ clock: { now: () => now } });
});
afterAll(() => rig.close());

let feeds = 0;
/** Serves a new locked feed with this owner. */
const lockedFeed = (owner: string, channel = `<podcast:locked owner="${owner}">yes</podcast:locked>`): string => {
  const path = `/locked-${++feeds}`;
  rig.host.serve(path, feedOf(channel));
  return rig.host.url + path;
};
const prove = async (owner: Awaited<ReturnType<ImportRig['newOwner']>>, feed_url: string) =>
  await owner.call(podcastImport.prove, { body: { feed_url } });
const mailedCode = (): string => /(\d{8})/.exec(rig.portal.mails.at(-1)?.subject ?? '')?.[1] ?? '';

it('refuses a locked feed, mails its owner a code, and imports it with that code', async () => {
  const owner = await rig.newOwner();
  const feed = lockedFeed('Boss@Example.com');
  const refused = await owner.start(feed);
  expect([refused.status, refused.json.error.code]).toEqual([409, 'import.locked']);
  expect(refused.json.error.message).toContain('b…@example.com');

  const sent = await prove(owner, feed);
  expect(sent.json).toEqual({ sent_to: 'b…@example.com', expires: '2026-11-22T10:30:00.000Z' });
  expect(rig.portal.mails.at(-1)?.to).toBe('boss@example.com');
  const code = mailedCode();
  const started = await owner.start(feed, { code: `${code.slice(0, 4)} ${code.slice(4)}` });
  expect(started.status).toBe(202);
  expect((await owner.ok(podcasts.get, { params: { key: started.json.data.key } })).locked).toBe(true);
  expect((await owner.start(feed, { code })).json.error.code).toBe('import.codeExpired');
});

it('mails the podcast’s owner if the lock has none', async () => {
  const owner = await rig.newOwner();
  const podcastOwner = '<itunes:owner><itunes:email>me@example.com</itunes:email></itunes:owner>';
  await prove(owner, lockedFeed('', `<podcast:locked>yes</podcast:locked>${podcastOwner}`));
  expect(rig.portal.mails.at(-1)?.to).toBe('me@example.com');
});

it('says what to do if a locked feed has no owner, and that an unlocked one needs no code', async () => {
  const owner = await rig.newOwner();
  const withoutOwner = lockedFeed('', '<podcast:locked>yes</podcast:locked>');
  expect((await owner.start(withoutOwner)).json.error.code).toBe('import.lockedForGood');
  expect((await prove(owner, withoutOwner)).json.error.message).toMatch(/podcast:locked/);
  expect((await prove(owner, lockedFeed('', ''))).json.error.code).toBe('import.notLocked');
});

it('stores only a hash of the code', async () => {
  const owner = await rig.newOwner();
  await prove(owner, lockedFeed('hashed@example.com'));
  const rows = await rig.portal.kernel.db.selectFrom('podcast_import_proofs').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(mailedCode());
});

it('accepts five attempts at a code, and none after 30 minutes', async () => {
  const owner = await rig.newOwner();
  const feed = lockedFeed('tries@example.com');
  await prove(owner, feed);
  const code = mailedCode();
  const wrong = code === '00000000' ? '11111111' : '00000000';
  for (const left of [4, 3, 2, 1, 0]) {
    const { json } = await owner.start(feed, { code: wrong });
    expect([json.error.code, json.error.details?.['left']]).toEqual(['import.codeWrong', left]);
  }
  expect((await owner.start(feed, { code })).json.error.code).toBe('import.codeExpired');

  await prove(owner, feed);
  const late = mailedCode();
  now = new Date(now.getTime() + 30 * 60_000);
  expect((await owner.start(feed, { code: late })).json.error.code).toBe('import.codeExpired');
});

it('accepts a code only from the person who requested it, for that feed and owner', async () => {
  const [owner, other] = [await rig.newOwner(), await rig.newOwner()];
  const feed = lockedFeed('only@example.com');
  await prove(owner, feed);
  const code = mailedCode();
  expect((await other.start(feed, { code })).json.error.code).toBe('import.codeExpired');
  expect((await owner.start(lockedFeed('only@example.com'), { code })).json.error.code).toBe('import.codeExpired');
  // The feed's owner changes between the e-mail and the import.
  rig.host.serve(new URL(feed).pathname, feedOf('<podcast:locked owner="new@example.com">yes</podcast:locked>'));
  expect((await owner.start(feed, { code })).json.error.code).toBe('import.codeExpired');
});

it('mails at most three codes an hour to an address, for all requests together', async () => {
  const feed = lockedFeed('often@example.com');
  for (let i = 0; i < 3; i++) expect((await prove(await rig.newOwner(), feed)).status).toBe(200);
  const refused = await prove(await rig.newOwner(), feed);
  expect([refused.status, refused.json.error.code]).toEqual([429, 'import.tooManyCodes']);
  now = new Date(now.getTime() + 61 * 60_000);
  expect((await prove(await rig.newOwner(), feed)).status).toBe(200);
});
