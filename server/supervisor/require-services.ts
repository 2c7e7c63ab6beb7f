import { createHash } from 'node:crypto';
import { checkServices } from '#server/kernel/check-services.ts';
import type { Settings } from '#server/kernel/config.ts';
import { readNote, writeNote } from './notes.ts';

const note = 'answered';
/** How long a service that is starting along with us may take to respond. */
const patienceMs = 10_000;

/**
 * Throws an error for each of the operator's services that can't be used. If all of them responded at an earlier start
 * and one is only temporarily down, it prints a message and the stations go on the air without it.
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
  for (const { message } of problems) say(`${message} It responded at an earlier start, so everything else starts.`);
  if (problems.length === 0) writeNote(settings.dataDir, note, { by: known });
};

const fingerprint = ({ databaseUrl, clickhouseUrl, clickhouseCluster, engines, oidcIssuer }: Settings): string =>
  createHash('sha256')
    .update(JSON.stringify([databaseUrl, clickhouseUrl, clickhouseCluster, engines, oidcIssuer]))
    .digest('hex');
