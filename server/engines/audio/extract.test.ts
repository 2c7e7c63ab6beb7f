import { execFileSync } from 'node:child_process';
import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegAudio } from './ffmpeg.ts';
import { makeTone } from './testing/test-audio.ts';

const audio = ffmpegAudio();
let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'copied-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ffmpeg = (...args: string[]): void => {
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...args]);
};
/** Copies the same encoded audio into a file with other tags. */
const retag = (from: string, to: string, ...tags: string[]): string => {
  ffmpeg('-i', at(from), '-c', 'copy', '-map_metadata', '-1', ...tags, at(to));
  return to;
};
const hash = async (name: string): Promise<string | undefined> =>
  audio.audioHash(at(name), await audio.identify(at(name)), at(`${name}.hash`));

const kinds = ['mp3', 'flac', 'm4a', 'ogg', 'wav'];

describe('the audio hash', () => {
  it.each(kinds)('is the same for two %s files that differ only in their tags', async (ending) => {
    makeTone(at(`a.${ending}`), { hz: 440, seconds: 2 }, ['-metadata', 'title=One']);
    const other = retag(`a.${ending}`, `b.${ending}`, '-metadata', 'title=Two', '-metadata', 'artist=Somebody');
    expect(readFileSync(at(other)).equals(readFileSync(at(`a.${ending}`)))).toBe(false);
    expect(await hash(`a.${ending}`)).toMatch(/^[0-9a-f]{64}$/);
    expect(await hash(other)).toBe(await hash(`a.${ending}`));
  });

  it('ignores a trailing ID3v1 tag, and differs for other audio', async () => {
    makeTone(at('plain.mp3'), { hz: 440, seconds: 2 });
    copyFileSync(at('plain.mp3'), at('v1.mp3'));
    const tag = Buffer.alloc(128);
    tag.write('TAGOld', 'latin1');
    appendFileSync(at('v1.mp3'), tag);
    makeTone(at('other.mp3'), { hz: 450, seconds: 2 });
    expect(await hash('v1.mp3')).toBe(await hash('plain.mp3'));
    expect(await hash('other.mp3')).not.toBe(await hash('plain.mp3'));
  });
});

describe('the embedded picture', () => {
  it.each(['mp3', 'flac', 'm4a'])('is extracted unchanged from %s', async (ending) => {
    ffmpeg('-f', 'lavfi', '-i', 'color=red:size=300x300', '-frames:v', '1', at('red.jpg'));
    makeTone(at(`bare.${ending}`), { hz: 440, seconds: 1 });
    const picture = ['-i', at('red.jpg'), '-map', '0', '-map', '1', '-c', 'copy', '-disposition:v', 'attached_pic'];
    ffmpeg('-i', at(`bare.${ending}`), ...picture, at(`with.${ending}`));
    const kind = await audio.identify(at(`with.${ending}`));
    expect(await audio.extractPicture(at(`with.${ending}`), kind, at('out'))).toBe(true);
    expect(readFileSync(at('out')).equals(readFileSync(at('red.jpg')))).toBe(true);
    expect(await audio.extractPicture(at(`bare.${ending}`), kind, at('none'))).toBe(false);
    expect(existsSync(at('none'))).toBe(false);
  });
});

it('reports codec and bit rate', async () => {
  makeTone(at('known.mp3'), { hz: 440, seconds: 2 }, ['-b:a', '192k']);
  makeTone(at('known.flac'), { hz: 440, seconds: 2 });
  expect(await audio.measure(at('known.mp3'), 'mp3', 2)).toMatchObject({ codec: 'mp3', bitrate: 192_000 });
  const { codec, bitrate } = await audio.measure(at('known.flac'), 'flac', 2);
  expect(codec).toBe('flac');
  expect(bitrate).toBeGreaterThan(20_000);
});
