import { Readable } from 'node:stream';
import type { Attachment, Letter } from '#server/kernel/kernel.ts';

const maxBytes = 5_000_000;

/** A letter as it waits in the queue, which holds only JSON: what is attached as base64. */
export type PackedLetter = Omit<Letter, 'attachments'> & {
  attachments?: readonly (Omit<Attachment, 'content'> & { base64: string })[];
};

/** Packs a letter for the queue; throws where what is attached is larger than a queue should hold. */
export const packLetter = async ({ attachments, ...letter }: Letter): Promise<PackedLetter> => {
  if (!attachments) return letter;
  const packed = [];
  let left = maxBytes;
  for (const { content, ...rest } of attachments) {
    const whole = await readWhole(content, left);
    left -= whole.length;
    packed.push({ ...rest, base64: whole.toString('base64') });
  }
  return { ...letter, attachments: packed };
};

/** The letter that was packed. */
export const unpackLetter = ({ attachments, ...letter }: PackedLetter): Letter =>
  attachments
    ? {
        ...letter,
        attachments: attachments.map(({ base64, ...rest }) => ({ ...rest, content: Buffer.from(base64, 'base64') })),
      }
    : letter;

const readWhole = async (content: Buffer | Readable, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content instanceof Readable ? content : [content]) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > most) throw new Error(`What is attached to a queued letter is larger than ${String(maxBytes)} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};
