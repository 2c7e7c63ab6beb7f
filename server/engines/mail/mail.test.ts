import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import type { Email, Mail } from '#server/kernel/kernel.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { mailEngine, outboxFolder, workMail } from './mail.ts';

const email = {
  to: 'ada@example.org',
  subject: 'Grüße <from> the air',
  paragraphs: ['Hello <b>Ada</b> & all,', 'the second paragraph.'],
  action: { label: 'Open', url: 'https://portal.test/x?a=1&b=2' },
};

const expectEmail = (mail: ParsedMail): void => {
  expect(mail.subject).toBe(email.subject);
  expect(mail.from?.text).toBe('"Skywave" <no-reply@portal.test>');
  expect(mail.text).toContain('https://portal.test/x?a=1&b=2');
  expect(mail.html).toContain('Hello &#60;b&#62;Ada');
  expect(mail.html).not.toContain('<b>');
};

/** A real SMTP server with authentication that rejects the first `failures` e-mails. */
const smtpServer = async (failures: number) => {
  const { promise, resolve } = Promise.withResolvers<ParsedMail>();
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'us@er' && password === 'pa/ss' ? done(null, { user: username }) : done(new Error('no')),
    onData(stream, _session, done) {
      const parsed = simpleParser(stream);
      stream.once('end', () => {
        if (refused >= failures) {
          resolve(parsed);
          return done();
        }
        refused += 1;
        done(Object.assign(new Error(`busy ${String(refused)}`), { responseCode: 451 }));
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://us%40er:pa%2Fss@127.0.0.1:${String(port)}`,
    received: promise,
    refused: () => refused,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
};

let database: TestDatabase;
let dataDir: string;
let jobs: ReturnType<typeof pgBossJobs>;
/** Delivers queued e-mails: one worker for all tests, as an earlier test's worker would take the next one's. */
let queueEngine: Mail;
beforeAll(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'skywave-mail-'));
  jobs = pgBossJobs({ databaseUrl: database.url, log: pino({ level: process.env.TEST_LOG ?? 'silent' }) });
  await workMail(jobs, { ...engine(undefined), deliver: (queued) => queueEngine.deliver(queued) });
});
afterAll(async () => {
  await jobs.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const engine = (smtpUrl: string | undefined) =>
  mailEngine({ config: { publicUrl: 'https://portal.test', smtpUrl, dataDir }, brand, clock: systemClock, jobs });

/** How many queued e-mails are neither delivered nor given up. */
const undelivered = async (): Promise<number> => {
  const waiting = sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name = 'mail.letter' and state not in ('completed', 'failed', 'cancelled')`;
  return (await waiting.execute(database.db)).rows[0]?.n ?? 0;
};

describe('by SMTP', () => {
  it('retries a queued e-mail after the server was busy', async () => {
    const server = await smtpServer(1);
    queueEngine = engine(server.url);
    await queueEngine.send(email);
    expectEmail(await server.received);
    expect(server.refused()).toBe(1);
    await server.close();
  });

  it('queues an e-mail with an ID once for each recipient, also after it was delivered', async () => {
    const delivered: string[] = [];
    queueEngine = { ...engine(undefined), deliver: async ({ to }: Email) => void delivered.push(to) };
    const receipt = { ...email, messageId: 'billing.receipt.in_1' };
    await queueEngine.send(receipt);
    await expect.poll(() => delivered.length).toBe(1);
    await queueEngine.send(receipt);
    await queueEngine.send({ ...receipt, to: 'eve@example.org' });
    await queueEngine.send(receipt);
    await queueEngine.send({ ...email, to: 'zoe@example.org' });
    // Two at a time are delivered, so in either order.
    await expect.poll(undelivered).toBe(0);
    expect(delivered.toSorted()).toEqual(['ada@example.org', 'eve@example.org', 'zoe@example.org']);
  });

  it('throws the error when it delivers directly', async () => {
    const server = await smtpServer(1);
    await expect(engine(server.url).deliver(email)).rejects.toThrow('busy 1');
    await server.close();
    await expect(engine(server.url).deliver(email)).rejects.toThrow();
  });

  it('checks that the server accepts our e-mails', async () => {
    const server = await smtpServer(0);
    expect(await engine(server.url).check()).toBe('server');
    await expect(engine(server.url.replace('us%40er', 'other')).check()).rejects.toMatchObject({ code: 'EAUTH' });
    await server.close();
    await expect(engine(server.url).check()).rejects.toThrow();
    expect(await engine(undefined).check()).toBe('folder');
  });
});

/** An e-mail with all features of a report; `content` as buffer or stream. */
const reportEmail = (content: Buffer | Readable) => ({
  ...email,
  tables: [
    {
      title: 'Top <countries>',
      columns: ['Country', 'Listeners'],
      rows: [
        ['Côte d’Ivoire', '12'],
        ['<i>', '3'],
      ],
      note: 'By & large.',
    },
  ],
  attachments: [{ filename: 'slots.csv', type: 'text/csv', content }],
  unsubscribeUrl: 'https://portal.test/unsubscribe?token=a',
  messageId: 'report.7',
});

const expectReport = (mail: ParsedMail): void => {
  expectEmail(mail);
  expect(mail.text).toContain(`Top <countries>\n---------------\nCountry        Listeners\nCôte d’Ivoire         12\n`);
  expect(mail.html).toContain('Top &#60;countries&#62;</h2>');
  expect(mail.html).toContain('&#60;i&#62;</td>');
  // Every element with an inline colour has a class for dark mode.
  expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  const coloured = (mail.html || '').match(/<[^>]*#(?:5b6472|f3f5f9|e4e8ef)[^>]*>/g) ?? [];
  expect(coloured.filter((tag) => !tag.includes(' class="'))).toEqual([]);
  expect(mail.attachments).toMatchObject([{ filename: 'slots.csv', contentType: 'text/csv' }]);
  expect(mail.attachments[0]?.content.toString()).toBe('a,é\n1,2\n');
  expect(mail.messageId).toBe('<report.7@portal.test>');
  const lines = mail.headerLines.map(({ line }) => line);
  expect(lines).toContain('List-Unsubscribe: <https://portal.test/unsubscribe?token=a>');
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
};

describe('an e-mail with tables and attachments', () => {
  it('is delivered intact through the queue by SMTP', async () => {
    const server = await smtpServer(0);
    queueEngine = engine(server.url);
    await queueEngine.send(reportEmail(Buffer.from('a,é\n1,2\n')));
    expectReport(await server.received);
    await server.close();
  });

  it('can be sent directly with a streamed attachment', async () => {
    const server = await smtpServer(0);
    await engine(server.url).deliver(reportEmail(Readable.from([Buffer.from('a,é\n'), Buffer.from('1,2\n')])));
    expectReport(await server.received);
    await server.close();
  });

  it('is not queued if it is too large for the queue', async () => {
    const large = Readable.from([Buffer.alloc(3_000_000), Buffer.alloc(3_000_000)]);
    await expect(engine(undefined).send(reportEmail(large))).rejects.toThrow('5000000 bytes');
  });
});

describe('without an SMTP server', () => {
  it('writes e-mails into the outbox folder under safe names', async () => {
    await engine(undefined).deliver({ ...email, to: '../../x@example.org' });
    const names = await readdir(outboxFolder({ dataDir }));
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\S+ .*x@example\.org \w{6}\.eml$/)]);
    expectEmail(await simpleParser(await readFile(join(outboxFolder({ dataDir }), names[0] ?? ''))));
  });
});
