import { createHash } from 'node:crypto';
import { checkServices } from '#server/kernel/check-services.ts';
import type { Settings } from '#server/kernel/config.ts';
import { readNote, writeNote } from './notes.ts';

const note = 'answered';
/** A service that is started together with us may take this long to answer. */
const patienceMs = 10_000;

/**
 * Throws a sentence for each service of the operator's that cannot be used. Where all of them answered at an earlier start
 * and one is only away now, that is said and the stations go on the air without it.
 */
export const requireServices = async (
  settings: Settings,
  { say, waitMs = patienceMs }: { say: (text: string) => void; waitMs?: number },
): Promise<void> => {
  const known = fingerprint(settings);
  const hasWorked = readNote<{ by: string }>(settings.dataDir, note)?.by === known;
  const problems = await checkServices(settings, waitMs);
  const fatal = problems.filter((one) => !one.isAway || !hasWorked);
  if (fatal.length > 0) throw new Error(fatal.map(({ message }) => message).join('\n'));
  for (const { message } of problems) say(`${message} It answered before: everything else starts.`);
  if (problems.length === 0) writeNote(settings.dataDir, note, { by: known });
};

const fingerprint = ({ databaseUrl, clickhouseUrl, engineUrl, oidcIssuer }: Settings): string =>
  createHash('sha256')
    .update(JSON.stringify([databaseUrl, clickhouseUrl, engineUrl, oidcIssuer]))
    .digest('hex');
