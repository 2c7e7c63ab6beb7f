import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { napiImages } from './napi-images.ts';

const images = napiImages();
const avatar = { width: 256, height: 256, fit: 'cover' } as const;
let folder: string;
const at = (name: string) => join(folder, name);

/** Draws an image with ffmpeg's test sources. */
const draw = (name: string, ...args: string[]): string => {
  execFileSync('ffmpeg', ['-loglevel', 'error', '-y', ...args, at(name)]);
  return at(name);
};
/** Left half red, right half blue. */
const halves = (name: string, size = '200x200', frames = '1'): string =>
  draw(
    name,
    ...['-f', 'lavfi', '-i', `color=red:size=${size}`, '-f', 'lavfi', '-i', `color=blue:size=${size}`],
    ...['-filter_complex', 'hstack', '-frames:v', frames, '-q:v', '2'],
  );
const write = (name: string, bytes: Buffer): string => {
  writeFileSync(at(name), bytes);
  return at(name);
};

/** The colour at a position of an image, in words. */
const colourAt = async (data: Buffer, x: number, y: number): Promise<string> => {
  const picture = new Transformer(data);
  const { width } = await picture.metadata();
  const pixels = await new Transformer(await picture.png()).rawPixels();
  const [red = 0, , blue = 0] = pixels.subarray((y * width + x) * 3);
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'mixed';
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'images-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an image', () => {
  it.each(['a.jpg', 'a.png', 'a.webp'])(
    'like %s becomes a WebP file cropped to the shape around its centre',
    async (name) => {
      const result = await images.reencode(halves(name), avatar);
      expect(result).toMatchObject({ width: 200, height: 200 });
      expect(result.data.toString('latin1', 8, 12)).toBe('WEBP');
      expect(await new Transformer(result.data).metadata()).toMatchObject({ width: 200, height: 200, format: 'webp' });
      expect([await colourAt(result.data, 3, 100), await colourAt(result.data, 196, 100)]).toEqual(['red', 'blue']);
    },
  );

  it('is scaled down to cover or fit within the shape, and never enlarged', async () => {
    const wide = halves('wide.jpg', '600x300');
    expect(await images.reencode(wide, avatar)).toMatchObject({ width: 256, height: 256 });
    expect(await images.reencode(wide, { ...avatar, fit: 'contain' })).toMatchObject({ width: 256, height: 64 });
    const small = halves('small.png', '20x10');
    expect(await images.reencode(small, avatar)).toMatchObject({ width: 10, height: 10 });
    expect(await images.reencode(small, { ...avatar, fit: 'contain' })).toMatchObject({ width: 40, height: 10 });
  });

  it('keeps its transparency', async () => {
    const path = draw('glass.png', '-f', 'lavfi', '-i', 'color=red@0.5:size=300x300,format=rgba', '-frames:v', '1');
    const { data } = await images.reencode(path, avatar);
    const pixels = await new Transformer(await new Transformer(data).png()).rawPixels();
    expect(pixels.length).toBe(256 * 256 * 4);
    expect(Math.abs((pixels[3] ?? 0) - 127)).toBeLessThan(3);
  });

  it.each(['gray16be', 'rgba64be', 'pal8', 'ya8', 'gray'])('with %s pixels is supported', async (pixels) => {
    const path = draw(`${pixels}.png`, '-f', 'lavfi', '-i', `testsrc=size=300x300,format=${pixels}`, '-frames:v', '1');
    expect(await images.reencode(path, avatar)).toMatchObject({ width: 256, height: 256 });
  });

  it('that is animated is reduced to its first frame', async () => {
    const source = 'color=red:size=64x64:duration=1:rate=2,geq=r=255*(1-N):g=0:b=255*N';
    const path = draw('moving.webp', '-f', 'lavfi', '-i', source, '-loop', '0', '-c:v', 'libwebp_anim');
    expect(readFileSync(path).includes('ANMF')).toBe(true);
    const { data, width } = await images.reencode(path, avatar);
    expect(width).toBe(64);
    expect(data.includes('ANMF')).toBe(false);
    expect(await colourAt(data, 32, 32)).toBe('red');
  });

  it('is rotated upright, and loses its EXIF data', async () => {
    const picture = readFileSync(halves('upright.jpg'));
    const turned = write('turned.jpg', withOrientation(picture, 6));
    const { data, width, height } = await images.reencode(turned, { width: 100, height: 300, fit: 'contain' });
    expect({ width, height }).toEqual({ width: 100, height: 200 });
    expect([await colourAt(data, 50, 5), await colourAt(data, 50, 195)]).toEqual(['red', 'blue']);
    expect(data.includes('Exif')).toBe(false);
    expect(data.includes('EXIF')).toBe(false);
  });

  it.each(['rgba', 'gray', 'gray16be', 'rgb24'])('with %s pixels becomes an RGB JPEG', async (pixels) => {
    const path = draw(
      `art-${pixels}.png`,
      '-f',
      'lavfi',
      '-i',
      `color=gray:size=90x60,format=${pixels}`,
      '-frames:v',
      '1',
    );
    const { data, ...size } = await images.jpeg(path, 3000);
    expect(size).toEqual({ width: 90, height: 60 });
    expect(await images.measure(path)).toEqual(size);
    expect(await new Transformer(data).metadata()).toMatchObject({ format: 'jpeg', colorType: 2, ...size });
  });

  it('gets a white background as JPEG, and the maximum width', async () => {
    const path = draw('through.png', '-f', 'lavfi', '-i', 'color=black@0:size=300x300,format=rgba', '-frames:v', '1');
    const { data, width } = await images.jpeg(path, 120);
    const pixels = await new Transformer(await new Transformer(data).png()).rawPixels();
    expect([width, ...pixels.subarray(0, 3)].map((value) => (value > 250 ? 'white' : value))).toEqual([
      120,
      'white',
      'white',
      'white',
    ]);
  });

  it('does not block the event loop while it is decoded', async () => {
    const path = draw('large.jpg', '-f', 'lavfi', '-i', 'testsrc=size=5000x4000', '-frames:v', '1');
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await images.reencode(path, avatar);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});

describe('is refused', () => {
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><p>Not a picture'],
    ['an empty file', ''],
    ['a text that begins like a picture', '\u00ff\u00d8\u00ff, said the file, and no more of it'],
  ])('%s', async (_name, text) => {
    await expect(images.reencode(write('bad', Buffer.from(text, 'latin1')), avatar)).rejects.toMatchObject({
      code: 'image.notImage',
    });
  });

  it('another image format, whatever the file name', async () => {
    const gif = readFileSync(halves('a.gif'));
    const path = write('really.png', gif);
    await expect(images.reencode(path, avatar)).rejects.toMatchObject({ code: 'image.notImage' });
  });

  it.each(['cut.jpg', 'cut.png', 'cut.webp'])('a truncated image (%s)', async (name) => {
    const bytes = readFileSync(halves(name));
    for (const length of [20, 40, 60, bytes.length >> 1, bytes.length - 8])
      await expect(images.reencode(write(`cut-${name}`, bytes.subarray(0, length)), avatar)).rejects.toMatchObject({
        code: 'image.notImage',
      });
  });

  it('a small file with a huge image, before it is decoded', async () => {
    const huge = [pngClaiming(30_000, 30_000), jpegClaiming(60_000, 60_000), webpClaiming(16_000, 16_000)];
    const decoder = vi.spyOn(Transformer.prototype, 'metadata');
    onTestFinished(() => decoder.mockRestore());
    for (const bytes of huge)
      await expect(images.reencode(write('huge', bytes), avatar)).rejects.toMatchObject({
        code: 'image.tooManyPixels',
        details: { max: '50,000,000' },
      });
    expect(decoder).not.toHaveBeenCalled();
    await images.reencode(halves('small-enough.png'), avatar);
    expect(decoder).toHaveBeenCalledOnce();
  });

  it('a huge frame in a small canvas', async () => {
    const path = write('behind.webp', webpFile([vp8x(10, 10), vp8(16_000, 16_000)]));
    await expect(images.reencode(path, avatar)).rejects.toMatchObject({ code: 'image.tooManyPixels' });
  });

  it('without affecting the next image', async () => {
    const [bad, good] = await Promise.allSettled([
      images.reencode(write('broken.png', readFileSync(halves('broken-before.png')).subarray(0, 60)), avatar),
      images.reencode(halves('after.png'), avatar),
    ]);
    expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  });
});

/** Inserts an EXIF block with an orientation into a JPEG file. */
const withOrientation = (jpeg: Buffer, orientation: number): Buffer => {
  const exif = Buffer.from(`45786966000049492a000800000001001201030001000000${hex(orientation)}00000000000000`, 'hex');
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
};
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

const pngClaiming = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const chunk = (kind: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)]);
  };
  const pixels = deflateSync(Buffer.alloc(1024 ** 2));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', pixels)]);
};

const jpegClaiming = (width: number, height: number): Buffer => {
  const frame = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc000110800000000030111000211010311010000',
    'hex',
  );
  frame.writeUInt16BE(height, 25);
  frame.writeUInt16BE(width, 27);
  return frame;
};

const webpClaiming = (width: number, height: number): Buffer => webpFile([vp8x(width, height)]);
const webpFile = (chunks: Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), length, body]);
};
const vp8x = (width: number, height: number): Buffer => {
  const chunk = Buffer.alloc(18);
  chunk.write('VP8X');
  chunk.writeUInt32LE(10, 4);
  chunk.writeUIntLE(width - 1, 12, 3);
  chunk.writeUIntLE(height - 1, 15, 3);
  return chunk;
};
const vp8 = (width: number, height: number): Buffer => {
  const chunk = Buffer.alloc(18);
  chunk.write('VP8 ');
  chunk.writeUInt32LE(10, 4);
  chunk.set([0x9d, 0x01, 0x2a], 11);
  chunk.writeUInt16LE(width, 14);
  chunk.writeUInt16LE(height, 16);
  return chunk;
};
