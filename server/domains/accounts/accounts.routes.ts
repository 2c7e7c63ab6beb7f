import type { LiveHub } from '#server/domains/session/live.events.ts';
import { listStations } from '#server/domains/stations/stations.service.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createAccount, getAccount, searchAccounts, updateAccount } from './accounts.service.ts';

/** The calls of accounts. */
export const accountsRoutes = (kernel: Kernel, deps: { live: LiveHub }): Handlers<'accounts'> => ({
  createFor: notYet,
  suspend: notYet,
  reactivate: notYet,
  remove: notYet,
  setLogo: notYet,
  removeLogo: notYet,
  logo: notYet,
  customLimits: notYet,
  setCustomLimits: notYet,
  invoiceSettings: notYet,
  setInvoiceSettings: notYet,
  applications: notYet,
  addApplication: notYet,
  removeApplication: notYet,
  checklist: notYet,
  search: ({ query, who }) =>
    searchAccounts(kernel.db, who, { ...query, sortBy: 'name', sortDesc: false, search: query.search }),

  list: ({ query, who }) =>
    searchAccounts(kernel.db, who, {
      limit: query.pageSize,
      offset: query.pageNumber * query.pageSize,
      sortBy: query.sortBy,
      sortDesc: query.sortDesc,
      search: query.search,
      only: query.only,
    }),

  get: ({ params, who }) => getAccount(kernel.db, params.key, who),
  create: ({ body, who }) => createAccount(kernel.db, body, who),
  update: ({ params, body, who }) => updateAccount(kernel.db, params.key, body, kernel.clock.now(), who),

  stations: ({ params, query, at }) =>
    listStations({ ...kernel, live: deps.live }, params.id, query, at['path.id']?.[0]?.roles ?? []),
});

const notYet = (): never => refuse('request.unavailable', { part: 'This' });
