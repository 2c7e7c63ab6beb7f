import type { DomainEvents, Db, Jobs, Tx } from '#server/kernel/kernel.ts';

/** What may play to whom has changed: campaigns, or what stations admit. The engine gets a new plan. */
export const adPlanChanged = 'campaigns.planChanged';

/** The job that prepares the audio of a campaign or request. */
export const renderJob = 'campaigns.render';

/** Announces, after commit, that the engine needs a new plan of spots. */
export const announcePlan = async (events: DomainEvents, tx: Tx | Db): Promise<void> =>
  await events.emit(tx, adPlanChanged, {});

/** Queues the preparation of a spot; with the transaction that accepts its audio where there is one. */
export const sendRender = async ({ jobs }: { jobs: Jobs }, creative: string, tx?: Tx): Promise<void> =>
  await jobs.send(renderJob, { creative }, { singletonKey: creative, tx });
