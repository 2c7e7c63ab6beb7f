import { join } from 'node:path';
import type { Settings } from '#server/kernel/config.ts';
import type { Installation } from './installation.ts';

/** The message when everything runs: the URLs, how to sign in, where e-mails go. */
export const startupMessage = (settings: Settings, { firstPassword }: Installation): string => {
  const lines: [string, string][] = [
    ['Portal', settings.publicUrl],
    ['Sign in as', signIn(settings, firstPassword)],
    ['Streams', `${settings.streamUrl}/{mount}  (encoders too; Shoutcast v1 on port ${settings.streamPort + 1})`],
    ['Mail', settings.smtpUrl === undefined ? `saved to the folder ${join(settings.dataDir, 'outbox')}` : 'by SMTP'],
    ['Data', settings.dataDir],
  ];
  return [
    'Skywave is running.',
    ...lines.map(([name, value]) => `  ${name.padEnd(11)} ${value}`),
    '  Ctrl-C stops it.',
  ].join('\n');
};

const signIn = (
  { adminEmail, adminPassword, embeddedIdentity, oidcIssuer }: Settings,
  firstPassword: string | undefined,
) => {
  if (!embeddedIdentity) return `at ${oidcIssuer}`;
  const email = adminEmail ?? 'admin@localhost';
  if (adminPassword !== undefined) return `${email}, with the ADMIN_PASSWORD of the first start`;
  return firstPassword === undefined
    ? `${email}, with the password shown at the first start`
    : `${email}, password ${firstPassword}  (shown only once)`;
};
