import { join } from 'node:path';
import type { Brand } from '#contract/rules/brand.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Clock, Jobs, Email, Mail } from '#server/kernel/kernel.ts';
import type { RecordSent } from './sent-emails.ts';
import { renderEmail } from './template.ts';
import { packEmail, unpackEmail, type PackedEmail } from './packed-email.ts';
import { folderTransport, smtpTransport, type Message, type Transport } from './transport.ts';

const job = 'mail.letter';
/** Growing pauses of more than an hour in all, which outlast a restart of the mail server. */
const retries = 8;

type MailConfig = Pick<Config, 'publicUrl' | 'smtpUrl' | 'dataDir'>;

/** The folder for e-mails without an SMTP server; named in the start-up message. */
export const outboxFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'outbox');

/** The mail engine: SMTP if SMTP_URL is set, else files in the outbox folder. */
export const mailEngine = (at: {
  config: MailConfig;
  brand: Brand;
  clock: Clock;
  jobs: Jobs;
  /** Records each delivery; nothing is recorded without it. */
  record?: RecordSent;
}): Mail => {
  const transport = transportFor(at.config, at.clock);
  const from = senderOf(at.config, at.brand);
  return {
    async send(email) {
      const once = email.messageId === undefined ? {} : { once: `${email.messageId} ${email.to}` };
      await at.jobs.send(job, { letter: await packEmail(email) }, once);
    },
    async deliver(email) {
      try {
        await transport.deliver({ ...renderEmail(email, at.brand), ...envelopeOf(email, from) });
      } catch (error) {
        await at.record?.(email, error instanceof Error ? error.message : 'unknown');
        throw error;
      }
      await at.record?.(email, '');
    },
    check: () => transport.check(),
  };
};

/** Delivers queued e-mails with retries; for the process that runs jobs. */
export const workMail = async (jobs: Jobs, mail: Mail): Promise<void> => {
  await jobs.work(job, { concurrency: 2, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    mail.deliver(unpackEmail(data.letter as PackedEmail)),
  );
};

const envelopeOf = (email: Email, from: string): Omit<Message, 'subject' | 'text' | 'html'> => ({
  from,
  to: email.to,
  ...(email.attachments && {
    attachments: email.attachments.map(({ type, ...rest }) => ({ ...rest, contentType: type })),
  }),
  ...(email.unsubscribeUrl !== undefined && {
    headers: {
      'List-Unsubscribe': `<${email.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
  ...(email.messageId !== undefined && { messageId: `<${email.messageId}@${from.replace(/^.*@|>$/g, '')}>` }),
});

const transportFor = (config: MailConfig, clock: Clock): Transport =>
  config.smtpUrl === undefined ? folderTransport(outboxFolder(config), clock) : smtpTransport(config.smtpUrl);

/** The sender: `?from=` of SMTP_URL for servers that require an address, else no-reply at the portal's host. */
const senderOf = (config: MailConfig, brand: Brand): string => {
  const configured = config.smtpUrl === undefined ? null : new URL(config.smtpUrl).searchParams.get('from');
  return `"${brand.name.replace(/["\\\r\n]/g, '')}" <${configured ?? `no-reply@${new URL(config.publicUrl).hostname.replace(/^\[.*\]$/, 'localhost')}`}>`;
};
