import type { ClickHouseClient } from '@clickhouse/client';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { withRow } from '#server/kernel/http/with-row.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { serveLogo, removeLogo, setLogo } from './account-logo.ts';
import { presentAccount } from './accounts.presenter.ts';
import { accountDetails } from './accounts.repo.ts';
import { searchAccounts } from './accounts.service.ts';
import { addApplication, listApplications, removeApplication } from './applications.ts';
import { updateAccount } from './change-account.ts';
import { checklist } from './checklist.ts';
import { createAccount, createAccountFor } from './create-account.ts';
import { customLimits, setCustomLimits } from './custom-limits.ts';
import { deleteAccount } from './delete-account.ts';
import { invoiceSettings, setInvoiceSettings } from './invoice-settings.service.ts';
import { reactivateAccount, suspendAccount } from './suspend-account.ts';

type Deps = { live: LiveHub; images: ImageEngine; analytics: { clickhouse: ClickHouseClient } };

/** The calls of accounts, but for the list of an account's stations, which stations answer. */
export const accountsRoutes = (kernel: Kernel, deps: Deps): Omit<Handlers<'accounts'>, 'stations'> => {
  const { db } = kernel;
  const { images, live } = deps;
  return {
    search: ({ query, who }) => searchAccounts(db, who, { ...query, sortBy: 'name', sortDesc: false }),

    list: ({ query: { pageSize, ...query }, who }) =>
      searchAccounts(db, who, { ...query, limit: pageSize, offset: query.pageNumber * pageSize }),

    get: withRow(accountDetails, ({ who }, row) => presentAccount(row, who)),
    create: ({ body, who }) => createAccount(kernel, body, who),
    createFor: ({ body, who }) => createAccountFor(kernel, body, who),
    update: ({ params, body, who }) => updateAccount(kernel, params.key, body, who),
    suspend: ({ params, who }) => suspendAccount(kernel, params.id, who),
    reactivate: ({ params, who }) => reactivateAccount(kernel, params.id, who),
    remove: ({ params }) => deleteAccount(kernel, params.key),
    setLogo: ({ params, file, who }) => setLogo({ ...kernel, images }, params.key, file.path, who),
    removeLogo: ({ params, who }) => removeLogo(kernel, params.key, who),
    logo: ({ params, query, reply }) => serveLogo(kernel, params.key, query.v, reply),
    customLimits: ({ params }) => customLimits(db, params.key),
    setCustomLimits: ({ params, body }) => setCustomLimits(kernel, params.key, body),
    invoiceSettings: ({ params }) => invoiceSettings(db, params.id),
    setInvoiceSettings: ({ body }) => setInvoiceSettings(kernel, body),
    applications: ({ params }) => listApplications(db, params.id),
    addApplication: ({ params, body }) => addApplication(db, params.id, body),
    removeApplication: ({ params }) => removeApplication(db, params.id, params.applicationId),
    checklist: ({ params }) => checklist({ ...kernel, live, clickhouse: deps.analytics.clickhouse }, params.key),
  };
};
