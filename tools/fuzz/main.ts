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
import { findingsOf, tableOf } from './report.ts';
import { fuzz } from './run.ts';

/*
 * `npm run fuzz [-- --seconds 600 --seed 1]`: starts a product on its own ports and data and calls every operation of
 * its OpenAPI document with hostile values in every role. Exits with 1 if there are findings.
 */
const connections = 4;
const databaseConnections = 2;
const maxErrors = 20;
const maxErrorLength = 2500;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string', default: '1' } },
});
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
if (!(seconds > 0) || !Number.isInteger(seed)) throw new Error('--seconds is a number above 0, --seed a whole number.');

const issuer = await startIssuer();
const product = await startProduct({ OIDC_ISSUER: issuer.url });
const services = JSON.parse(readFileSync(join(product.dataDir, 'run', 'services.json'), 'utf8')) as {
  databaseUrl: string;
};
const { db } = connectDatabase(services.databaseUrl, databaseConnections);
let isClean = false;
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
  const outcome = await fuzz(site, { seed, seconds, connections, mayBeAway: false });
  console.log(`\n${tableOf(outcome)}\n`);
  if (outcome.findings.length > 0) console.log(`${findingsOf(outcome, seed)}\n\n${loggedErrors()}\n`);
  console.log(`${outcome.requests} requests to ${outcome.operations} operations, ${outcome.findings.length} findings.`);
  isClean = outcome.findings.length === 0;
} finally {
  await db.destroy();
  await product.stop();
  issuer.stop();
}
/** The errors in the portal's log, as answers contain only their ids. */
function loggedErrors(): string {
  const lines = readFileSync(join(product.dataDir, 'log', 'portal.log'), 'utf8').split('\n');
  return lines
    .filter((line) => line.includes('unexpected error'))
    .slice(0, maxErrors)
    .map((line) => line.slice(0, maxErrorLength))
    .join('\n');
}

process.exitCode = isClean ? 0 : 1;
