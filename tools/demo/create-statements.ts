import type { ClickHouseClient } from '@clickhouse/client';
import { pino } from 'pino';
import { accounts } from '#contract/api/accounts.ts';
import { finance } from '#contract/api/finance.ts';
import { fleetSessions } from '#server/domains/analytics/engine-sessions.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { closeStatements } from '#server/domains/finance/statements/close-statements.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { demoCpm } from './campaigns.ts';
import { accountNamed } from './create-team.ts';
import type { PortalClient } from './portal-client.ts';

const company = 'Harbour Lights Media';

/** Sets what the account of the demo earns, closes the months that are due, and makes the invoice of the first one. */
export const createStatements = async (
  call: PortalClient,
  config: Pick<Config, 'databaseUrl' | 'engines' | 'engineToken'>,
  clickhouse: ClickHouseClient,
  log: (line: string) => void,
): Promise<void> => {
  const id = await accountNamed(call, company);
  const settings = await call(accounts.invoiceSettings, { params: { id } });
  if (settings.cpmRate !== demoCpm)
    await call(accounts.setInvoiceSettings, {
      body: { ...settings, referenceNumber: 'HLM-2026', mount: 'harbour-lights', cpmRate: demoCpm },
    });
  // Closing holds two locks, each with a connection of its own.
  const { db } = connectDatabase(config.databaseUrl, 4);
  const engine = fleetSessions(createFleet({ config, db }));
  await closeStatements({ db, clickhouse, engine, clock: systemClock, log: pino({ level: 'warn' }) });
  await db.destroy();
  const { entities } = await call(finance.statements, { params: { id }, query: {} });
  log(`${company}: ${String(entities.length)} statements`);
  const first = entities.at(-1);
  if (!first || first.invoice !== null || first.amount <= 0) return;
  const { accountName } = settings;
  const body = { statement: first.id, accountName, referenceNumber: 'HLM-2026', mount: 'harbour-lights' };
  const { id: invoiceId } = await call(finance.createInvoice, { params: { id }, body });
  await call(finance.sendInvoice, { params: { id, invoiceId } });
};
