import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegAudio } from './ffmpeg.ts';
import { mainDataBegin } from './frames.ts';
import type { RenditionFormat } from './port.ts';
import { cutAudio, decode, longestGap, makeTone, mp3Frames, pitch } from './testing/test-audio.ts';
import { fromFilename } from './tags.ts';

const audio = ffmpegAudio();
const station: RenditionFormat = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 };
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'audio-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prepare = async (name: string, format = station, out = `${name}.${format.codec}`) => {
  const kind = await audio.identify(at(name));
  const measure = await audio.measure(at(name), kind, format.channels);
  const rendition = await audio.render({ path: at(name), kind, measure }, format, at(out));
  return { kind, measure, rendition, out };
};

const tagged = ['-metadata', 'title=Été — 春', '-metadata', 'artist=Björk', '-metadata', 'album=Homogenic'];
const uploads = [
  { name: 'a.mp3', kind: 'mp3', extra: ['-c:a', 'libmp3lame', '-b:a', '192k'] },
  { name: 'b.flac', kind: 'flac', extra: ['-c:a', 'flac'] },
  { name: 'c.m4a', kind: 'mov', extra: ['-c:a', 'aac'] },
  { name: 'd.ogg', kind: 'ogg', extra: ['-c:a', 'libvorbis'] },
  { name: 'e.opus', kind: 'ogg', extra: ['-c:a', 'libopus'] },
  { name: 'f.wav', kind: 'wav', extra: [] },
];

describe('an upload', () => {
  it.each(uploads)('$name is rendered with its tone, length and tags', async ({ name, kind, extra }) => {
    makeTone(at(name), { hz: 880, seconds: 4, rate: 48_000 }, [...tagged, ...extra]);
    const prepared = await prepare(name);
    expect(prepared.kind).toBe(kind);
    expect(Math.abs(prepared.measure.durationMs - 4000)).toBeLessThan(60);
    expect(Math.abs(prepared.rendition.durationMs - prepared.measure.durationMs)).toBeLessThan(27);
    expect(pitch(decode(at(prepared.out), 'mp3').subarray(8820, 132_300))).toBeCloseTo(880, -1);
    expect(await audio.tags(at(name), name)).toEqual({
      ...{ title: 'Été — 春', artist: 'Björk', album: 'Homogenic' },
      ...{ isrc: '', label: '' },
    });
  });

  it.each([
    { name: 'isrc.mp3', names: ['TSRC', 'TPUB'] },
    { name: 'isrc.flac', names: ['ISRC', 'LABEL'] },
    { name: 'isrc.ogg', names: ['ISRC', 'ORGANIZATION'] },
  ])('$name has its ISRC and label read', async ({ name, names: [isrc, label] }) => {
    const codes = ['-metadata', `${isrc}=GB-AYE-69-00531`, '-metadata', `${label}=One Little Indian`];
    makeTone(at(name), { hz: 440, seconds: 1 }, codes);
    expect(await audio.tags(at(name), name)).toMatchObject({ isrc: 'GBAYE6900531', label: 'One Little Indian' });
  });

  it('is recognised as MP3 by its frames, without help of name or header', async () => {
    makeTone(at('plain.mp3'), { hz: 440, seconds: 1 }, ['-write_xing', '0', '-id3v2_version', '0']);
    writeFileSync(at('junk.bin'), Buffer.concat([Buffer.alloc(700), readFileSync(at('plain.mp3'))]));
    expect(await audio.identify(at('junk.bin'))).toBe('mp3');
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 0, ...Buffer.alloc(256)]);
    writeFileSync(at('tags.bin'), Buffer.concat([tag, tag, readFileSync(at('plain.mp3'))]));
    expect(await audio.identify(at('tags.bin'))).toBe('mp3');
  });

  it('has its ID3v1 tags read, else its file name', async () => {
    makeTone(at('v1.mp3'), { hz: 440, seconds: 1 }, ['-id3v2_version', '0']);
    const v1 = Buffer.alloc(128);
    v1.write('TAGOld', 'latin1');
    appendFileSync(at('v1.mp3'), v1);
    makeTone(at('bare.wav'), { hz: 440, seconds: 1 }, ['-fflags', '+bitexact']);
    expect((await audio.tags(at('v1.mp3'), 'x.mp3')).title).toBe('Old');
    expect(await audio.tags(at('bare.wav'), '03. The Band - Our Song.wav')).toEqual({
      title: 'Our Song',
      artist: 'The Band',
      album: '',
      isrc: '',
      label: '',
    });
    expect(fromFilename('../../etc/pass_wd.mp3')).toEqual({ title: 'pass wd', artist: '' });
    expect(fromFilename('\u0000.mp3').title).toBe('Untitled');
  });
});

describe('an invalid upload', () => {
  const refusal = (name: string, bytes: Buffer | string) => {
    writeFileSync(at(name), bytes);
    return expect(prepare(name)).rejects;
  };

  it('is refused by its bytes: an empty file, text, a web page, zeros', async () => {
    await refusal('empty.mp3', '').toMatchObject({ code: 'media.empty' });
    await refusal('text.mp3', 'not a song '.repeat(200)).toMatchObject({
      code: 'media.notAudio',
      details: { reason: 'it is plain text' },
    });
    await refusal('page.mp3', '<!DOCTYPE html><p>404').toMatchObject({ code: 'media.notAudio' });
    await refusal('zeros.mp3', Buffer.alloc(4096)).toMatchObject({ code: 'media.notAudio' });
  });

  it('is refused if it is truncated before it can be decoded', async () => {
    makeTone(at('whole.m4a'), { hz: 440, seconds: 5 }, ['-c:a', 'aac']);
    const bytes = readFileSync(at('whole.m4a'));
    await refusal('cut.m4a', bytes.subarray(0, bytes.length / 2)).toMatchObject({
      code: 'media.notAudio',
      details: { reason: 'it is incomplete' },
    });
  });

  it('is refused beyond the maximum length, without decoding the rest', async () => {
    makeTone(at('long.flac'), { hz: 440, seconds: 30 }, ['-c:a', 'flac']);
    const strict = ffmpegAudio(2);
    await expect(strict.measure(at('long.flac'), 'flac', 2)).rejects.toMatchObject({
      code: 'media.tooLong',
      details: { max: '2 seconds' },
    });
    expect((await ffmpegAudio(30).measure(at('long.flac'), 'flac', 2)).durationMs).toBe(30_000);
  });

  it('never makes ffmpeg open a URL in the file', async () => {
    let requests = 0;
    const server = createServer((_, reply) => {
      requests++;
      reply.end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.mp3`;
    await refusal('list.mp3', `#EXTM3U\n#EXTINF:1,x\n${url}\n`).toMatchObject({ code: 'media.notAudio' });
    await refusal('concat.mp3', `ffconcat version 1.0\nfile '${url}'\n`).toMatchObject({ code: 'media.notAudio' });
    await refusal('bare.mp3', url).toMatchObject({ code: 'media.notAudio' });
    expect(requests).toBe(0);
    server.close();
  });
});

describe('a rendition', () => {
  it('is levelled to −16 LUFS in stereo and −19 in mono', async () => {
    makeTone(at('quiet.wav'), { hz: 1000, seconds: 3, volume: 0.02 });
    makeTone(at('loud.wav'), { hz: 1000, seconds: 3, volume: 0.95 });
    for (const name of ['quiet.wav', 'loud.wav'])
      for (const channels of [1, 2]) {
        const { out } = await prepare(name, { ...station, channels });
        const measured = await audio.measure(at(out), 'mp3', channels);
        expect(Math.abs(measured.loudness! - (channels === 1 ? -19 : -16))).toBeLessThanOrEqual(0.2);
      }
  });

  it('keeps its true peak below −1 dBTP even if it stays below the target loudness', async () => {
    const clicks = "aevalsrc='0.9*lt(mod(t,0.5),0.002)*sin(2*PI*3000*t)+0.002*sin(2*PI*500*t)':s=44100:d=6";
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', clicks, '-ac', '2', at('clicks.wav')]);
    const { out } = await prepare('clicks.wav');
    const measured = await audio.measure(at(out), 'mp3', 2);
    expect(measured.truePeak).toBeLessThanOrEqual(-1);
    expect(measured.loudness).toBeLessThan(-17);
  });

  it("contains only frames of the station's format, without bit reservoir", async () => {
    makeTone(at('long.wav'), { hz: 330, seconds: 6 });
    const { out, rendition } = await prepare('long.wav', { ...station, bitrate: 96_000, sample_rate: 48_000 });
    const { bytes, offsets } = mp3Frames(at(out));
    expect(offsets).toHaveLength(rendition.frames);
    expect(new Set(offsets.map((offset) => mainDataBegin(bytes, offset)))).toEqual(new Set([0]));
    expect(bytes.length).toBe(rendition.size);
    expect(rendition.frames).toBe(Math.floor((6 + 0.003) / (1152 / 48_000)));
  });

  it.each([4.3217, 3.777, 5])('joins the next track without a gap (cut at %s s)', async (cut) => {
    makeTone(at('album.wav'), { hz: 440, seconds: 8 });
    cutAudio(at('album.wav'), at('one.wav'), 0, cut);
    cutAudio(at('album.wav'), at('two.wav'), cut, 8);
    const [one, two] = [await prepare('one.wav'), await prepare('two.wav')];
    writeFileSync(at('both.mp3'), Buffer.concat([readFileSync(at(one.out)), readFileSync(at(two.out))]));
    const decoded = decode(at('both.mp3'), 'mp3').subarray(2000, -4000);
    // Half a period of 440 Hz stays below this part of the peak for 0.6 ms anyway.
    expect(longestGap(decoded, 0.25)).toBeLessThanOrEqual(3);
    expect(pitch(decoded)).toBeCloseTo(440, -1);
  });

  it('is ADTS if the station streams AAC', async () => {
    makeTone(at('aac.wav'), { hz: 600, seconds: 3 });
    const { out } = await prepare('aac.wav', { ...station, codec: 'aac', bitrate: 64_000 });
    expect(await audio.identify(at(out))).toBe('aac');
    expect(pitch(decode(at(out), 'aac').subarray(8820, 100_000))).toBeCloseTo(600, -1);
  });

  it('reports progress, and stops immediately when aborted', async () => {
    makeTone(at('minutes.wav'), { hz: 300, seconds: 120 });
    const parts: number[] = [];
    const stop = new AbortController();
    const measure = { durationMs: 120_000, loudness: null, truePeak: null, codec: 'mp3', bitrate: 128_000 };
    const rendering = audio.render({ path: at('minutes.wav'), kind: 'wav', measure }, station, at('minutes.mp3'), {
      progress: (part) => {
        parts.push(part);
        if (part > 0) stop.abort(new Error('stopped'));
      },
      signal: stop.signal,
    });
    await expect(rendering).rejects.toThrow('stopped');
    expect(parts.at(-1)).toBeGreaterThan(0);
    expect(existsSync(at('minutes.mp3.raw'))).toBe(false);
  });
});
