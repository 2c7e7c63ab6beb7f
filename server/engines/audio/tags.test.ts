import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/rules/limits.ts';
import { hostileTags } from './testing/hostile-tags.ts';
import { makeTone } from './testing/test-audio.ts';
import { tagBytes } from './tag-size.ts';
import { readTags } from './tags.ts';

let folder: string;
const at = (name: string): string => join(folder, name);
const tone = { hz: 440, seconds: 1 };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tags-'));
  makeTone(at('bare.mp3'), tone, ['-id3v2_version', '0', '-write_xing', '0']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An audio file with these bytes before and after it. */
const file = (name: string, before: Buffer, after = Buffer.alloc(0)): string => {
  writeFileSync(at(name), Buffer.concat([before, readFileSync(at('bare.mp3')), after]));
  return at(name);
};
const mb = 1024 ** 2;

describe('tags that are expensive to parse', () => {
  it('do not block the event loop, and are refused beyond the limits', async () => {
    const path = file('tipl.mp3', hostileTags.TIPL(8 * mb));
    const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await expect(readTags(path, 'x.mp3')).rejects.toMatchObject({ code: 'media.tagsUnreadable' });
    const [own, whole] = [process.threadCpuUsage(thread), process.cpuUsage(all)];
    expect(own.user + own.system).toBeLessThan((whole.user + whole.system) / 5);
  }, 240_000);

  it('of many small frames are read or refused without affecting the next file', async () => {
    for (const kind of ['PRIV', 'TXXX'] as const) {
      const path = file(`${kind}.mp3`, hostileTags[kind](4 * mb));
      const outcome = await readTags(path, 'A - B.mp3').catch((error: unknown) => error);
      expect([{ title: 'B', artist: 'A' }, { code: 'media.tagsUnreadable' }]).toContainEqual(
        outcome instanceof Error ? { code: (outcome as { code?: string }).code } : pick(outcome),
      );
    }
    expect(await readTags(at('bare.mp3'), 'A - B.mp3')).toMatchObject({ title: 'B' });
  }, 240_000);
});

const pick = (tags: unknown) => {
  const { title, artist } = tags as { title: string; artist: string };
  return { title, artist };
};

describe('tags beyond 16 MB', () => {
  const large = limits.tagMaxBytes + 1024;

  it('are refused before they are parsed, in one ID3v2 tag or in several', async () => {
    const path = file('one.mp3', hostileTags.PRIV(large));
    await expect(readTags(path, 'x.mp3')).rejects.toMatchObject({
      code: 'media.tagsTooLarge',
      details: { max: '16 MB' },
    });
    const half = hostileTags.PRIV(large / 2);
    await expect(readTags(file('two.mp3', Buffer.concat([half, half])), 'x.mp3')).rejects.toMatchObject({
      code: 'media.tagsTooLarge',
    });
  });

  it('are counted in files with APE tags, FLAC, Ogg, MP4 and WAV files', async () => {
    const ape = Buffer.alloc(32);
    ape.write('APETAGEX', 'latin1');
    ape.writeUInt32LE(2000, 8);
    ape.writeUInt32LE(large, 12);
    expect(await tagBytes(file('ape.mp3', Buffer.alloc(0), ape))).toBe(large);

    const long = 'x'.repeat(100_000);
    for (const name of ['a.flac', 'a.ogg', 'a.m4a', 'a.wav']) {
      const codec = name === 'a.ogg' ? ['-c:a', 'libopus'] : [];
      makeTone(at(name), { ...tone, rate: 48_000 }, [...codec, '-metadata', `title=${long}`]);
      const counted = await tagBytes(at(name));
      expect({ name, isCounted: counted >= long.length }).toEqual({ name, isCounted: true });
      expect({ name, isTagsAlone: counted < long.length + 10_000 }).toEqual({ name, isTagsAlone: true });
    }
  });

  it('do not include a picture of some megabytes', async () => {
    const picture = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.alloc(8 * mb, 7)]);
    expect(await readTags(file('cover.mp3', hostileTags.frame('APIC', picture)), 'A - B.mp3')).toMatchObject({
      title: 'B',
    });
  }, 60_000);
});
