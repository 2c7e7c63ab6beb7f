import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startIssuer } from '../../bench/issuer.ts';
import { startProduct } from '../../e2e/product.ts';
import { signedTokens } from '#server/kernel/auth/tokens.ts';
import { systemClock } from '#server/kernel/clock.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { makers } from '#server/testing/make.ts';
import { formatFindings, formatCounts } from './report.ts';
import { fuzz } from './run.ts';
import { fuzzTelephone } from './telephone.ts';

/*
 * `npm run fuzz [-- --seconds 600 --seed 1 --messages 100000]`: sends mutated SIP messages, descriptions and RTP packets
 * to the part that answers calls; then starts a product on its own ports and data and calls every operation of its
 * OpenAPI document with hostile values in every role. `--seconds 0` does only the first. Exits with 1 if there are
 * findings.
 */
const connections = 4;
const databaseConnections = 2;
const maxErrors = 20;
const maxErrorLength = 2500;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    messages: { type: 'string', default: '100000' },
  },
});
const [seconds, seed, messages] = [Number(values.seconds), Number(values.seed), Number(values.messages)];
if (!(seconds >= 0 && messages >= 0) || !Number.isInteger(seed))
  throw new Error('--seconds and --messages are numbers from 0, --seed is a whole number.');

const telephone = await fuzzTelephone({ messages, seed });
console.log(
  `${telephone.messages} mutated messages of calls: ${telephone.answers} answers, ${telephone.opened} calls answered, ` +
    `${telephone.findings.length} findings.`,
);
for (const finding of telephone.findings.slice(0, 20)) console.log(finding);
if (seconds === 0) process.exit(telephone.findings.length === 0 ? 0 : 1);

const issuer = await startIssuer();
const product = await startProduct({ OIDC_ISSUER: issuer.url });
const services = JSON.parse(readFileSync(join(product.dataDir, 'run', 'services.json'), 'utf8')) as {
  databaseUrl: string;
};
const { db } = connectDatabase(services.databaseUrl, databaseConnections);
let isClean = false;
/** The errors in the portal's log, as answers contain only their ids. */
const loggedErrors = (): string => {
  const lines = readFileSync(join(product.dataDir, 'log', 'portal.log'), 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('unexpected error'))
    .slice(0, maxErrors)
    .map((line) => line.slice(0, maxErrorLength))
    .join('\n');
};
try {
  console.log(`Fuzzing ${product.url} for ${seconds} s, seed ${seed}.`);
  const make = makers(db);
  const site = {
    url: product.url,
    db,
    tokens: signedTokens(databaseSecrets(db), systemClock),
    make: { ...make, person: (options?: { admin?: boolean }) => make.person(issuer.url, options) },
    sessionToken: ({ subject, email }: { subject: string; email: string }) => issuer.token({ sub: subject, email }),
  };
  const outcome = await fuzz(site, { seed, bound: { seconds }, connections, mayBeAway: false });
  console.log(`\n${formatCounts(outcome)}\n`);
  if (outcome.findings.length > 0) console.log(`${formatFindings(outcome, seed)}\n\n${loggedErrors()}\n`);
  console.log(`${outcome.requests} requests to ${outcome.operations} operations, ${outcome.findings.length} findings.`);
  isClean = outcome.findings.length + telephone.findings.length === 0;
} finally {
  await db.destroy();
  await product.stop();
  issuer.stop();
}

process.exitCode = isClean ? 0 : 1;
