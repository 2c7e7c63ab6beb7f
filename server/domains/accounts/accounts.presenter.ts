import type { Account } from '#contract/api/accounts.ts';
import { logoUrl } from '#server/platform/images.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { AccountRow } from './accounts.repo.ts';

/** The account as this user sees it. A portal admin has the owner's rights. */
export const presentAccount = (row: AccountRow, who: Pick<Person, 'isPortalAdmin'>): Account => ({
  key: row.key,
  email: row.email,
  company: row.company,
  address: row.address,
  telephone: row.telephone,
  fax: row.fax,
  city: row.city,
  zip: row.zip,
  area: row.area,
  country: row.country,
  currency: row.currency,
  balance: row.balance,
  balance_free: row.balance_free,
  balance_pending: row.balance_pending,
  vatid: row.vatid,
  vatid_valid: row.vatid_valid,
  vat_category: row.vat_category as Account['vat_category'],
  customer_type: row.customer_type as Account['customer_type'],
  job_description: row.job_description,
  doy: row.doy,
  gold_brd: row.gold_brd,
  credit_card: row.credit_card,
  date_from: row.created.toISOString(),
  date_to: row.date_to,
  updated: row.updated.toISOString(),
  comments: who.isPortalAdmin ? row.comments : '',
  logo: logoUrl(row),
  chat_support: row.chat_support,
  plan: row.plan ?? 'none',
  requested_plan: row.requested_plan,
  active: row.suspended_at === null,
  suspended: row.suspended_at !== null,
  rights: {
    owner: who.isPortalAdmin || row.role === 'owner',
    admin: who.isPortalAdmin || row.role !== null,
  },
  stations_count: Number(row.stations_count),
});
