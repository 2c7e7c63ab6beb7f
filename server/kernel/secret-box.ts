import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from './kernel.ts';

/** Encrypts secrets that must be read again (AES-256-GCM, a key by name), so that a copy of their table alone is useless. */
export const secretBox = (secrets: Pick<Secrets, 'get'>, name: string) => {
  const key = async () => Buffer.from(await secrets.get(name), 'base64url');
  return {
    async seal(text: string): Promise<string> {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', await key(), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    async open(sealed: string): Promise<string> {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
};
export type SecretBox = ReturnType<typeof secretBox>;
