import type { Refused } from './admission.ts';
import { refusedEvent } from './call.ts';
import type { CallsContext } from './calls.ts';

/** Counts a refused call for its trunk, and records it where it is known whom it was for. */
export const recordRefusal = (
  { counts, record, now }: Pick<CallsContext, 'counts' | 'record' | 'now'>,
  { trunk, reason, reply, did, parties }: Refused,
): void => {
  if (trunk && reason !== '') counts.answered(trunk.id, reply.status, reason);
  if (trunk) counts.limited(reason, { did: did ?? '', trunk: trunk.name });
  if (parties) record(refusedEvent(parties, reason, now()));
};
