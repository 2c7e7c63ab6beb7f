import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import type { Secrets } from '#server/kernel/kernel.ts';

/** RFC 6238 as every authenticator app knows it: SHA-1, 6 digits, 30 s. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A code of the step before or after is taken: clocks differ. */
const window = 1;

export type NewTotp = {
  /** Base32, to be typed where no camera is. */
  secret: string;
  /** `otpauth://…`, what the QR code holds. */
  uri: string;
  qr: QrCode;
};
/** A QR code as one SVG path of unit squares, with its margin inside `size`. */
export type QrCode = { size: number; path: string };

/** Describes a secret for an authenticator app; a new one unless given. */
export const totpFor = (issuer: string, label: string, secret?: string): NewTotp => {
  const made = new TOTP({ ...shape, issuer, label, secret: secret ?? new Secret({ size: 20 }) });
  const uri = made.toString();
  return { secret: made.secret.base32, uri, qr: qrCode(uri) };
};

const qrCode = (text: string): QrCode => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
};

/** The 30-second step that a code belongs to, or nothing where it is wrong. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ ...shape, secret });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / shape.period) + delta;
};

/** Seals secrets of authenticator apps (AES-256-GCM): a copy of their table alone gives no codes. */
export const secretBox = (secrets: Pick<Secrets, 'get'>) => {
  const key = async () => Buffer.from(await secrets.get('identity.factors'), 'base64url');
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
