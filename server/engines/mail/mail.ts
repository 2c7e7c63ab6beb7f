import { join } from 'node:path';
import type { Brand } from '#contract/brand.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Clock, Jobs, Letter, Mail } from '#server/kernel/kernel.ts';
import { renderLetter } from './template.ts';
import { packLetter, unpackLetter, type PackedLetter } from './packed-letter.ts';
import { folderTransport, smtpTransport, type Message, type Transport } from './transport.ts';

const job = 'mail.letter';
/** An hour and more of growing pauses: a mail server may be restarted meanwhile. */
const retries = 8;

type MailConfig = Pick<Config, 'publicUrl' | 'smtpUrl' | 'dataDir'>;

/** Where letters go when no SMTP server is set; the start-up message names it. */
export const outboxFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'outbox');

/** The mail engine: SMTP where SMTP_URL is set, else files in the outbox folder. */
export const mailEngine = (at: { config: MailConfig; brand: Brand; clock: Clock; jobs: Jobs }): Mail => {
  const transport = transportFor(at.config, at.clock);
  const from = senderOf(at.config, at.brand);
  return {
    async send(letter) {
      await at.jobs.send(job, { letter: await packLetter(letter) });
    },
    async deliver(letter) {
      await transport.deliver({ ...renderLetter(letter, at.brand), ...envelopeOf(letter, from) });
    },
    check: () => transport.check(),
  };
};

/** Delivers queued letters, each again until it went out; for the process that does the jobs. */
export const workMail = async (jobs: Jobs, mail: Mail): Promise<void> => {
  await jobs.work(job, { concurrency: 2, retries, expireS: 60, givenUp: 'listed' }, (data) =>
    mail.deliver(unpackLetter(data.letter as PackedLetter)),
  );
};

const envelopeOf = (letter: Letter, from: string): Omit<Message, 'subject' | 'text' | 'html'> => ({
  from,
  to: letter.to,
  ...(letter.attachments && {
    attachments: letter.attachments.map(({ type, ...rest }) => ({ ...rest, contentType: type })),
  }),
  ...(letter.unsubscribeUrl !== undefined && {
    headers: {
      'List-Unsubscribe': `<${letter.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
  ...(letter.messageId !== undefined && { messageId: `<${letter.messageId}@${from.replace(/^.*@|>$/g, '')}>` }),
});

const transportFor = (config: MailConfig, clock: Clock): Transport =>
  config.smtpUrl === undefined ? folderTransport(outboxFolder(config), clock) : smtpTransport(config.smtpUrl);

/** `?from=` of SMTP_URL where the server insists on an address, else no-reply at the portal's own host. */
const senderOf = (config: MailConfig, brand: Brand): string => {
  const asked = config.smtpUrl === undefined ? null : new URL(config.smtpUrl).searchParams.get('from');
  return `"${brand.name.replace(/["\\\r\n]/g, '')}" <${asked ?? `no-reply@${new URL(config.publicUrl).hostname.replace(/^\[.*\]$/, 'localhost')}`}>`;
};
