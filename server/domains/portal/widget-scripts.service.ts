import type { Logger } from 'pino';
import type { Db } from '#server/kernel/kernel.ts';
import { portalSettings } from './settings.service.ts';

/** The scripts of the support widgets that are configured; none while the database can't be asked: pages go on without. */
export const widgetScripts = async (db: Db, log: Logger): Promise<string[]> => {
  try {
    const { primary, secondary } = (await portalSettings(db)).chat_widgets;
    return [primary.script, secondary.script].filter((script) => script !== '');
  } catch (error) {
    log.warn({ err: error }, 'the support widgets could not be read');
    return [];
  }
};
