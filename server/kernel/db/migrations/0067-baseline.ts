import { sql, type Kysely } from 'kysely';
import { accounts } from './baseline/accounts.ts';
import { analytics } from './baseline/analytics.ts';
import { billing } from './baseline/billing.ts';
import { campaigns } from './baseline/campaigns.ts';
import { finance } from './baseline/finance.ts';
import { foundation } from './baseline/foundation.ts';
import { identity } from './baseline/identity.ts';
import { library } from './baseline/library.ts';
import { nameSearch } from './baseline/name-search.ts';
import { players } from './baseline/players.ts';
import { podcasts } from './baseline/podcasts.ts';
import { portal } from './baseline/portal.ts';
import { sites } from './baseline/sites.ts';
import { stations } from './baseline/stations.ts';
import { telephony } from './baseline/telephony.ts';

/** Everything that the database had before the first release (ADR 77); each area refers to those before it. */
const areas = [
  ...[nameSearch, foundation, identity, accounts, stations, library, podcasts, portal],
  ...[analytics, billing, campaigns, finance, telephony, players, sites],
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  // An area's statements are sent as one text: waiting for each of 470 answers takes as long as the work.
  for (const statements of areas) await sql.raw(statements.join(';\n')).execute(db);
};
