import { Readable } from 'node:stream';
import type { Attachment, Email } from '#server/kernel/kernel.ts';

const maxBytes = 5_000_000;

/** A queued e-mail as JSON, with attachments in base64. */
export type PackedEmail = Omit<Email, 'attachments'> & {
  attachments?: readonly (Omit<Attachment, 'content'> & { base64: string })[];
};

/** Packs an e-mail for the queue; throws if its attachments are too large for the queue. */
export const packEmail = async ({ attachments, ...email }: Email): Promise<PackedEmail> => {
  if (!attachments) return email;
  const packed = [];
  let left = maxBytes;
  for (const { content, ...rest } of attachments) {
    const whole = await readWhole(content, left);
    left -= whole.length;
    packed.push({ ...rest, base64: whole.toString('base64') });
  }
  return { ...email, attachments: packed };
};

/** Restores a packed e-mail. */
export const unpackEmail = ({ attachments, ...email }: PackedEmail): Email =>
  attachments
    ? {
        ...email,
        attachments: attachments.map(({ base64, ...rest }) => ({ ...rest, content: Buffer.from(base64, 'base64') })),
      }
    : email;

const readWhole = async (content: Buffer | Readable, limit: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content instanceof Readable ? content : [content]) {
    const bytes = Buffer.from(chunk as Buffer);
    size += bytes.length;
    if (size > limit) throw new Error(`The attachments of a queued e-mail exceed ${String(maxBytes)} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
};
