import type { DomainEvents, Db, Tx } from '#server/kernel/kernel.ts';

/** What may play to whom has changed: campaigns, or what stations admit. The engine gets a new plan. */
export const adPlanChanged = 'campaigns.planChanged';

/** The audio of a campaign or request was accepted and waits for its renditions; `{ creative }`. */
export const adAudioAccepted = 'campaigns.audioAccepted';

/** Announces, after commit, that the engine needs a new plan of spots. */
export const announcePlan = async (events: DomainEvents, tx: Tx | Db): Promise<void> =>
  await events.emit(tx, adPlanChanged, {});
