import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffmpegAudio } from './ffmpeg.ts';
import { mp3FrameLength } from './frames.ts';
import type { EpisodeEdit } from './port.ts';
import { decode, makeAudio, makeTone, pitch } from './testing/test-audio.ts';

const audio = ffmpegAudio();
let folder: string;
const at = (name: string) => join(folder, name);
const frameMs = (1152 * 1000) / 44_100;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'episode-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ffmpeg = (...args: string[]) => makeAudio(args);
/** The tones one after the other, each of this many seconds. */
const makeTones = (name: string, tones: number[], seconds: number, extra: string[] = []): void => {
  const inputs = tones.flatMap((hz) => [
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=${hz}:sample_rate=44100:duration=${seconds}`,
  ]);
  ffmpeg(
    ...inputs,
    '-filter_complex',
    `concat=n=${tones.length}:v=0:a=1,volume=0.3,aformat=channel_layouts=stereo`,
    ...extra,
    at(name),
  );
};
const render = async (name: string, edit: Partial<EpisodeEdit> = {}, out = `${name}.out.mp3`) => {
  const kind = await audio.identify(at(name));
  const { durationMs, channels } = await audio.survey(at(name), kind);
  const rendered = await audio.renderEpisode(
    { path: at(name), kind, channels, durationMs },
    { parts: undefined, level: false, ...edit },
    at(out),
  );
  return { ...rendered, out, channels, original: durationMs };
};
const probe = (path: string) =>
  JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path], {
      encoding: 'utf8',
    }),
  ) as {
    format: { duration: string };
    streams: { codec_name: string; channels?: number; sample_rate?: string; bit_rate: string }[];
  };
const decodedMs = (path: string): number => (decode(path, 'mp3').length * 1000) / 44_100;
const toneAt = (path: string, from: number, to: number): number =>
  pitch(decode(path, 'mp3').subarray(Math.round(from * 44_100), Math.round(to * 44_100)));

describe('a rendered episode', () => {
  it.each([
    ['a.wav', 2, 48_000, []],
    ['b.flac', 1, 22_050, ['-c:a', 'flac']],
    ['c.m4a', 2, 44_100, ['-c:a', 'aac']],
    ['d.ogg', 2, 44_100, ['-c:a', 'libvorbis']],
  ] as const)('of %s is 44.1 kHz with the channels and length of the source', async (name, channels, rate, extra) => {
    makeTone(at(name), { hz: 660, seconds: 5, rate, channels }, [...extra]);
    const rendered = await render(name);
    const { streams } = probe(at(rendered.out));
    expect(streams[0]).toMatchObject({ codec_name: 'mp3', channels, sample_rate: '44100' });
    expect(Number(streams[0]?.bit_rate)).toBe(channels === 1 ? 96_000 : 128_000);
    expect(toneAt(at(rendered.out), 1, 4)).toBeCloseTo(660, -1);
    expect(Math.abs(rendered.durationMs - 5000)).toBeLessThan(60);
    expect(Math.abs(decodedMs(at(rendered.out)) - rendered.durationMs)).toBeLessThan(1);
    expect(Math.abs(Number(probe(at(rendered.out)).format.duration) * 1000 - rendered.durationMs)).toBeLessThan(
      // The header's duration includes encoder delay and padding.
      2 * frameMs,
    );
  });

  it('contains exactly the selected parts, to the millisecond', async () => {
    makeTones('five.wav', [300, 500, 700, 900, 1100], 2);
    const parts = [
      { from: 0.5, to: 2 },
      { from: 4, to: 6 },
      { from: 8.25, to: 10 },
    ];
    const rendered = await render('five.wav', { parts });
    expect(rendered.durationMs).toBe(5250);
    expect(Math.abs(decodedMs(at(rendered.out)) - 5250)).toBeLessThan(1);
    const tones = [
      [0.1, 1.4],
      [1.6, 3.4],
      [3.6, 5.2],
    ].map(([from, to]) => Math.round(toneAt(at(rendered.out), from!, to!) / 10) * 10);
    expect(tones).toEqual([300, 700, 1100]);
    // Right before and after the cuts at 1.5 and 3.5 s.
    expect(toneAt(at(rendered.out), 1.3, 1.495) / 300).toBeCloseTo(1, 1);
    expect(toneAt(at(rendered.out), 1.505, 1.7) / 700).toBeCloseTo(1, 1);
    expect(toneAt(at(rendered.out), 3.505, 3.7) / 1100).toBeCloseTo(1, 1);
  });

  it('can have two hundred cuts', async () => {
    makeTone(at('many.wav'), { hz: 500, seconds: 101 });
    const parts = Array.from({ length: 201 }, (_none, i) => ({ from: i * 0.5, to: i * 0.5 + 0.25 }));
    const rendered = await render('many.wav', { parts });
    expect(rendered.durationMs).toBe(50_250);
    expect(Math.abs(decodedMs(at(rendered.out)) - 50_250)).toBeLessThan(1);
  }, 180_000);

  it('is levelled over the selected parts: −16 LUFS in stereo, −19 in mono, peaks of at most −1 dBTP', async () => {
    // The cut-out part is loud, so that only the level of the rest may count.
    const source = "aevalsrc='if(lt(t,4),0.9,0.02)*sin(2*PI*1000*t)':s=44100:d=12";
    ffmpeg('-f', 'lavfi', '-i', source, '-ac', '2', at('uneven.wav'));
    ffmpeg('-f', 'lavfi', '-i', source, '-ac', '1', at('mono.wav'));
    for (const [name, channels, lufs] of [
      ['uneven.wav', 2, -16],
      ['mono.wav', 1, -19],
    ] as const) {
      const { out } = await render(name, { parts: [{ from: 4, to: 12 }], level: true });
      const measured = await audio.measure(at(out), 'mp3', channels);
      expect(Math.abs(measured.loudness! - lufs)).toBeLessThanOrEqual(0.3);
      expect(measured.truePeak).toBeLessThanOrEqual(-1);
    }
    const clicks = "aevalsrc='0.9*lt(mod(t,0.5),0.002)*sin(2*PI*3000*t)+0.002*sin(2*PI*500*t)':s=44100:d=6";
    ffmpeg('-f', 'lavfi', '-i', clicks, '-ac', '2', at('clicks.wav'));
    const { out } = await render('clicks.wav', { level: true });
    expect((await audio.measure(at(out), 'mp3', 2)).truePeak).toBeLessThanOrEqual(-1);
  }, 180_000);
});

describe('the peaks', () => {
  it('follow the loudness, twenty per second', async () => {
    ffmpeg('-f', 'lavfi', '-i', "aevalsrc='if(lt(t,2),0.05,0.8)*sin(2*PI*300*t)':s=44100:d=4", at('steps.wav'));
    const { peaks, perSecond, durationMs } = await audio.survey(at('steps.wav'), 'wav');
    expect([perSecond, peaks.length / 2, durationMs]).toEqual([20, 80, 4000]);
    const loud = (second: number) => peaks[Math.round(second * 20) * 2 + 1]!;
    expect(loud(1)).toBeLessThan(10);
    expect(loud(3)).toBeGreaterThan(95);
    expect(peaks[3 * 40]!).toBeLessThan(-95);
  });

  it('are at most 40,000 for files of any length', async () => {
    ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '5000', '-c:a', 'flac', at('long.flac'));
    const { peaks, perSecond, durationMs } = await audio.survey(at('long.flac'), 'flac');
    expect(durationMs).toBe(5_000_000);
    expect(perSecond).toBeCloseTo(20 / 3);
    expect(peaks.length / 2).toBe(Math.ceil(100_000 / 3));
  }, 180_000);
});

describe('copied frames', () => {
  const tone = (name: string, extra: string[], seconds = 6) => makeTone(at(name), { hz: 440, seconds }, extra);
  const framesOf = (path: string): Buffer => {
    const bytes = readFileSync(path);
    let start = 0;
    if (bytes.toString('latin1', 0, 3) === 'ID3') {
      start = 10 + [...bytes.subarray(6, 10)].reduce((sum, digit) => sum * 128 + digit, 0);
    }
    let end = start;
    while (end < bytes.length && mp3FrameLength(bytes, end) > 0) end += mp3FrameLength(bytes, end);
    return bytes.subarray(start, end);
  };

  it.each([
    ['constant', ['-b:a', '192k']],
    ['variable', ['-q:a', '2']],
    ['mono of 22 kHz', ['-b:a', '64k', '-ar', '22050', '-ac', '1']],
  ])('are unchanged: %s', async (_name, extra) => {
    tone('keep.mp3', [...extra, '-metadata', 'title=Old', '-write_id3v1', '1']);
    const before = framesOf(at('keep.mp3'));
    expect(await audio.copyFrames(at('keep.mp3'), at('copied.mp3'))).toEqual({ isSameLength: true });
    expect(readFileSync(at('copied.mp3')).equals(before)).toBe(true);
    expect(decode(at('copied.mp3'), 'mp3').length).toBe(decode(at('keep.mp3'), 'mp3').length);
  });

  it('exclude tags and junk between and around frames', async () => {
    tone('inner.mp3', ['-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0']);
    const frames = readFileSync(at('inner.mp3'));
    const half = Math.floor(frames.length / 2);
    let cut = 0;
    while (cut < half) cut += mp3FrameLength(frames, cut);
    const tag = Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 2, 0]), Buffer.alloc(256, 0xff)]);
    writeFileSync(
      at('odd.mp3'),
      Buffer.concat([tag, tag, frames.subarray(0, cut), tag, Buffer.alloc(300), frames.subarray(cut)]),
    );
    appendFileSync(
      at('odd.mp3'),
      Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(24), Buffer.from('TAG'), Buffer.alloc(125)]),
    );
    expect(await audio.copyFrames(at('odd.mp3'), at('even.mp3'))).toEqual({ isSameLength: true });
    expect(readFileSync(at('even.mp3')).equals(frames)).toBe(true);
  });

  it('get a correct Xing header if theirs is wrong, or missing with a variable bit rate', async () => {
    tone('vbr.mp3', ['-q:a', '4', '-id3v2_version', '0'], 30);
    const whole = readFileSync(at('vbr.mp3'));
    // Cut in the middle of a frame: the header declares more frames than there are.
    writeFileSync(at('short.mp3'), whole.subarray(0, Math.floor(whole.length / 3)));
    const seconds = decode(at('short.mp3'), 'mp3').length / 44_100;
    expect(await audio.copyFrames(at('short.mp3'), at('right.mp3'))).toEqual({ isSameLength: false });
    expect(Math.abs(Number(probe(at('right.mp3')).format.duration) - seconds)).toBeLessThan(0.06);
    expect(readFileSync(at('right.mp3')).includes('Xing')).toBe(true);
    expect(await audio.identify(at('right.mp3'))).toBe('mp3');
    // Decodes completely by its seek table.
    expect(Math.abs(decode(at('right.mp3'), 'mp3').length / 44_100 - seconds)).toBeLessThan(0.06);
    tone('cbr.mp3', ['-b:a', '96k', '-id3v2_version', '0'], 30);
    const constant = readFileSync(at('cbr.mp3'));
    writeFileSync(at('short.mp3'), constant.subarray(0, Math.floor(constant.length / 3)));
    await audio.copyFrames(at('short.mp3'), at('right.mp3'));
    const { format } = probe(at('right.mp3'));
    expect(Math.abs(Number(format.duration) - decode(at('right.mp3'), 'mp3').length / 44_100)).toBeLessThan(0.03);
  });

  it('are not used if players would fail: mixed formats in a file, or MPEG 2.5 sample rates', async () => {
    tone('one.mp3', ['-b:a', '128k', '-write_xing', '0', '-id3v2_version', '0']);
    tone('two.mp3', ['-b:a', '128k', '-ar', '48000', '-write_xing', '0', '-id3v2_version', '0']);
    writeFileSync(at('both.mp3'), Buffer.concat([readFileSync(at('one.mp3')), readFileSync(at('two.mp3'))]));
    expect(await audio.copyFrames(at('both.mp3'), at('x.mp3'))).toBeUndefined();
    tone('old.mp3', ['-b:a', '32k', '-ar', '8000', '-ac', '1']);
    expect(await audio.copyFrames(at('old.mp3'), at('x.mp3'))).toBeUndefined();
  });
});

it('reads a file with more errors than fit into the log', async () => {
  makeTone(at('good.mp3'), { hz: 440, seconds: 120 }, ['-b:a', '64k', '-write_xing', '0', '-id3v2_version', '0']);
  const bytes = readFileSync(at('good.mp3'));
  for (let offset = 4000; offset < bytes.length - 200; offset += 600) bytes.fill(0x55, offset, offset + 130);
  writeFileSync(at('bad.mp3'), bytes);
  const { durationMs, channels } = await audio.survey(at('bad.mp3'), 'mp3');
  expect(durationMs).toBeGreaterThan(30_000);
  expect(channels).toBe(2);
}, 180_000);
