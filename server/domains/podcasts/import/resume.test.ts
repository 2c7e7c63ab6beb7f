import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { untilUnlocked } from '#server/testing/until-unlocked.ts';
import { feedOf } from './testing/fake-podcast-host.ts';
import { importRig, type ImportRig } from './testing/import-rig.ts';

/* After kill -9 of the importing process, another one resumes where it stopped. */

let rig: ImportRig;
let tone: Buffer;
beforeEach(async () => {
  rig = await importRig();
  tone = rig.sound('tone.mp3', 440);
});
afterEach(() => rig.close());

const importer = () => {
  const { databaseUrl, dataDir } = rig.portal.kernel.config;
  const script = join(import.meta.dirname, 'testing/import-child.ts');
  return spawn(process.execPath, [script, databaseUrl, dataDir], { stdio: ['ignore', 'ignore', 'inherit'] });
};

it.each([
  ['while its audio is fetched', '/e2.mp3'],
  ['while its image is fetched, after the episode was created', '/e2.jpg'],
])(
  'resumes an episode after kill -9 %s',
  async (_when, stallPath) => {
    const owner = await rig.newOwner();
    const names = ['e1', 'e2', 'e3'];
    let reached = (): void => undefined;
    const isReached = new Promise<void>((settle) => (reached = settle));
    for (const name of names) {
      rig.host.serve(`/${name}.mp3`, tone, 'audio/mpeg');
      rig.host.serve(`/${name}.jpg`, rig.picture('1400x1400'), 'image/jpeg');
    }
    rig.host.on(stallPath, (reply) => {
      reply.writeHead(200, { 'content-length': 1_000_000 }).write(tone);
      reached();
    });
    const items = names.map((name) => ({
      guid: name,
      audio: `${rig.host.url}/${name}.mp3`,
      more: `<itunes:image href="${rig.host.url}/${name}.jpg"/>`,
    }));
    rig.host.serve('/resumed', feedOf('', items));
    const { json } = await owner.start(`${rig.host.url}/resumed`);
    await rig.portal.drain();

    const child = importer();
    await isReached;
    child.kill('SIGKILL');
    await once(child, 'exit');
    const states = (await owner.items(json.id)).map(({ state }) => state);
    expect(states).toEqual(['preparing', 'fetching', 'waiting']);

    if (stallPath.endsWith('.mp3')) rig.host.serve(stallPath, tone, 'audio/mpeg');
    else rig.host.serve(stallPath, rig.picture('1400x1400'), 'image/jpeg');
    // The database notices the death a moment later: until then the import is locked.
    await untilUnlocked(rig.portal.kernel.db, `import ${json.id}`);
    await rig.work();
    expect(await owner.ended(json.id)).toMatchObject({ status: 'SUCCESS', counts: { total: 3, imported: 3 } });
    const imported = await owner.episodesOf(json.data.key);
    expect(imported.map(({ guid, upload_status }) => [guid, upload_status])).toEqual(
      names.map((name) => [name, 'ready']),
    );
    expect(imported.every(({ image }) => image !== null)).toBe(true);
  },
  120_000,
);
