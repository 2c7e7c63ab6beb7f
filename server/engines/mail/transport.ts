import { randomBytes } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Clock } from '#server/kernel/kernel.ts';
import type { RenderedEmail } from './template.ts';

export type Message = RenderedEmail & {
  from: string;
  to: string;
  attachments?: { filename: string; contentType: string; content: Buffer | Readable }[];
  headers?: Record<string, string>;
  messageId?: string;
};

/** Delivers a message, or throws the reason why it failed. */
export type Transport = { deliver(message: Message): Promise<void>; check(): Promise<'server' | 'folder'> };

const smtpTimeoutMs = 20_000;

/** An SMTP server by its URL (`smtp://user:password@host:587`, `smtps://…`). */
export const smtpTransport = (url: string): Transport => {
  const limits = { connectionTimeout: smtpTimeoutMs, greetingTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs };
  const at = new URL(url);
  const server = createTransport({
    host: at.hostname.replace(/^\[|\]$/g, ''),
    port: at.port ? Number(at.port) : at.protocol === 'smtps:' ? 465 : 587,
    secure: at.protocol === 'smtps:',
    ...(at.username ? { auth: { user: decodeURIComponent(at.username), pass: decodeURIComponent(at.password) } } : {}),
    ...limits,
    // An e-mail must never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(message) {
      await server.sendMail(message);
    },
    async check() {
      await server.verify();
      return 'server';
    },
  };
};

/** Without an SMTP server: writes one `.eml` file per e-mail, atomically, newest name last. */
export const folderTransport = (folder: string, clock: Clock): Transport => {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(message) {
      const { message: bytes } = await writer.sendMail({ ...message, date: clock.now() });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const stamp = clock.now().toISOString().replace(/[:.]/g, '-');
      const name = `${stamp} ${message.to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 80)} ${randomBytes(3).toString('hex')}.eml`;
      await writeWhole(join(folder, `.${name}.part`), join(folder, name), bytes as Buffer);
    },
    check: () => Promise.resolve('folder'),
  };
};

const writeWhole = async (part: string, path: string, bytes: Buffer): Promise<void> => {
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
};
