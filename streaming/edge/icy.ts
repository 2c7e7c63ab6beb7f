import { joined, type Join } from './write-pool.ts';

/** Bytes of audio between two metadata blocks, as Icecast's default. */
export const metaint = 16_000;

const largestText = 255 * 16;
/** The block that repeats the current title. */
export const emptyBlock = Buffer.alloc(1);

/**
 * The ICY metadata block of a title: a length byte in units of 16, the text in UTF-8, zero padding. Players end the
 * value at `';`, so that pair is altered inside a title; a lone single quote is left unchanged.
 */
export const metadataBlock = (title: string, url: string): Buffer => {
  const field = (name: string, value: string): string => `${name}='${sanitised(value)}';`;
  const text = field('StreamTitle', title) + (url === '' ? '' : field('StreamUrl', url));
  const bytes = Buffer.from(text);
  if (bytes.length > largestText && url !== '') return metadataBlock(title, '');
  if (bytes.length > largestText) {
    const shorter = Math.min(title.length - 1, Math.floor((title.length * largestText) / bytes.length));
    return metadataBlock(title.slice(0, shorter).toWellFormed(), '');
  }
  const block = Buffer.alloc(1 + Math.ceil(bytes.length / 16) * 16);
  block[0] = (block.length - 1) / 16;
  bytes.copy(block, 1);
  return block;
};

const sanitised = (value: string): string => value.replace(/[\u0000-\u001f\u007f]+/g, ' ').replaceAll("';", '’;');

/**
 * Inserts metadata into `data`: the first block before the byte `until`, then one every `metaint` bytes. Returns `data`
 * itself if no block is due; a block at the very end is inserted here, not before the next batch.
 */
export const interleave = (data: Buffer, until: number, first: Buffer, join: Join = joined): Buffer => {
  if (until > data.length) return data;
  const parts: Buffer[] = [];
  let from = 0;
  for (let to = until; to <= data.length; to += metaint) {
    parts.push(data.subarray(from, to), from === 0 ? first : emptyBlock);
    from = to;
  }
  parts.push(data.subarray(from));
  return join(parts);
};
